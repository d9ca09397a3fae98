import { beforeEach, describe, expect, it } from 'vitest';
import {
  decisionAt,
  keepDecision,
  outboxView,
  showDecision,
} from '../../../../src/renderer/src/screens/outbox/outboxView.ts';

/** Returns the decision that the screen shows of a list. */
function shownOf(ids: readonly string[]): string | undefined {
  const index = decisionAt(ids, outboxView.getState());
  const shown = ids[index];
  if (shown !== undefined) keepDecision(shown, index);
  return shown;
}

describe('the decision in sight', () => {
  beforeEach(() => outboxView.setState({ asked: null, decision: null, decisionIndex: 0 }));

  it('stays when a more urgent one comes before it', () => {
    expect(shownOf(['a', 'b'])).toBe('a');
    expect(shownOf(['urgent', 'a', 'b'])).toBe('a');
  });

  it('is the next one after a decision, and stays that one', () => {
    showDecision('b');
    expect(shownOf(['a', 'b', 'c'])).toBe('b');
    expect(shownOf(['a', 'c'])).toBe('c');
    expect(shownOf(['urgent', 'a', 'c'])).toBe('c');
  });

  it('is the one asked for from elsewhere, also when that comes a moment later', () => {
    expect(shownOf(['a', 'b'])).toBe('a');
    outboxView.setState({ asked: 'new' });
    expect(shownOf(['a', 'b'])).toBe('a');
    expect(shownOf(['a', 'b', 'new'])).toBe('new');
    expect(shownOf(['urgent', 'a', 'b', 'new'])).toBe('new');
  });

  it('is not left for one asked for before another was picked', () => {
    outboxView.setState({ asked: 'new' });
    showDecision('b');
    expect(shownOf(['a', 'b', 'new'])).toBe('b');
  });
});
