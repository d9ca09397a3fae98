import { beforeEach, describe, expect, it } from 'vitest';
import {
  askForAll,
  leaveSame,
  sameQuestion,
  settleSame,
} from '../../src/renderer/src/screens/outbox/decisions/sameQuestion.ts';
import { clash } from './outboxSupport.ts';

const FAILED = [
  { operation: 'b', error: { code: 'state', message: 'It is being sent.' } as const },
];
const listed = () => sameQuestion.getState().asked?.listed.map(({ id }) => id);

describe('conflicts that are settled alike', () => {
  beforeEach(() => {
    leaveSame();
    askForAll({ type: 'fields', chosen: 'mine', listed: ['a', 'b', 'c'].map(clash) });
  });

  it('are over when all of them were settled', () => {
    settleSame(['a', 'b', 'c'], []);
    expect(sameQuestion.getState().asked).toBeNull();
  });

  it('leave those that were not in sight, with the reason, and are not tried a second time', () => {
    settleSame(['a', 'b'], FAILED);
    expect(listed()).toEqual(['b', 'c']);
    expect(sameQuestion.getState().failed).toEqual(FAILED);
  });

  it('ask for others without what came of these', () => {
    settleSame(['a', 'b'], FAILED);
    askForAll({ type: 'gone', chosen: null, listed: [clash('d')] });
    expect(sameQuestion.getState().failed).toEqual([]);
  });
});
