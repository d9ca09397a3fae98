import { describe, expect, it } from 'vitest';
import {
  askedAbout,
  askToDiscard,
  discardQuestion,
  leaveQuestion,
} from '../../../../src/renderer/src/screens/outbox/discardQuestion.ts';
import { operation } from '../../fields/outboxSupport.ts';

describe('the question before a discard', () => {
  const price = { field: 'price', before: '8.90', after: '9.20' };
  const asked = operation({ id: 'a', changes: [price] });
  const others = [operation({ id: 'b' })];

  it('is about the operation as it is now, with what joined it since', () => {
    const now = { ...asked, changes: [price, { field: 'name', before: 'A', after: 'B' }] };
    askToDiscard(asked);
    expect(askedAbout(discardQuestion.getState(), [...others, now])).toBe(now);
  });

  it('stays open while the operation is not in the list', () => {
    askToDiscard(asked);
    expect(askedAbout(discardQuestion.getState(), others)).toBe(asked);
    leaveQuestion();
    expect(askedAbout(discardQuestion.getState(), others)).toBeNull();
  });
});
