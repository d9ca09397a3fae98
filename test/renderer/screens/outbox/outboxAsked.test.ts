import { beforeEach, describe, expect, it } from 'vitest';
import {
  goToOperation,
  keepActive,
  outboxView,
  takeInHand,
} from '../../../../src/renderer/src/screens/outbox/outboxView.ts';

const isFree = () => true;

/** Draws a list as the screen does; returns the active line and the line to focus next. */
function drawn(ids: readonly string[]): readonly [string | null, string | null] {
  const { active, activeAt } = outboxView.getState();
  const found = active === null ? -1 : ids.indexOf(active);
  const index = found >= 0 ? found : Math.min(activeAt.index, ids.length - 1);
  keepActive(active, { key: ids[index] ?? null, sent: false, index }, isFree);
  return [outboxView.getState().active, outboxView.getState().jump];
}

describe('an operation that is asked for from elsewhere', () => {
  beforeEach(() => {
    outboxView.setState({
      active: 'a',
      activeAt: { key: 'a', sent: false, index: 0 },
      jump: null,
      opened: new Set(),
    });
  });

  it('is waited for while the list that was shown last does not have it yet', () => {
    goToOperation('new');
    expect(drawn(['a', 'b'])).toEqual(['new', 'new']);
    expect(drawn(['a', 'b', 'c'])).toEqual(['new', 'new']);
    expect(drawn(['a', 'b', 'new'])).toEqual(['new', 'new']);
  });

  it('is waited for no more once another line is in hand', () => {
    goToOperation('new');
    drawn(['a', 'b']);
    takeInHand('b');
    expect(drawn(['a', 'b', 'new'])).toEqual(['b', null]);
  });

  it('gives its place, once it was there, to the one that comes into it', () => {
    goToOperation('b');
    drawn(['a', 'b', 'c']);
    expect(drawn(['a', 'c'])).toEqual(['c', 'c']);
  });

  it('stays the next focus when the focus comes to it', () => {
    goToOperation('b');
    takeInHand('b');
    expect(outboxView.getState()).toMatchObject({ active: 'b', jump: 'b' });
  });
});
