import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../../../src/renderer/src/i18n/i18n.ts';
import {
  askForAll,
  leaveSame,
  listedNow,
  sameDone,
  sameQuestion,
  settleSame,
} from '../../../../src/renderer/src/screens/outbox/decisions/sameQuestion.ts';
import { clash } from '../../fields/outboxSupport.ts';

const FAILED = [
  { operation: 'b', error: { code: 'state', message: 'It is being sent.' } as const },
];
const listed = () => sameQuestion.getState().asked?.listed.map(({ id }) => id);

const FIRST = { type: 'fields', chosen: 'mine', listed: ['a', 'b', 'c'].map(clash) } as const;

describe('conflicts that are settled alike', () => {
  beforeEach(() => {
    leaveSame();
    askForAll(FIRST);
  });

  it('are over when all of them were settled', () => {
    expect(settleSame(FIRST, ['a', 'b', 'c'], [])).toBe(true);
    expect(sameQuestion.getState().asked).toBeNull();
  });

  it('leave those that were not in sight, with the reason, and are not tried a second time', () => {
    settleSame(FIRST, ['a', 'b'], FAILED);
    expect(listed()).toEqual(['b', 'c']);
    expect(sameQuestion.getState().failed).toEqual(FAILED);
  });

  it('are as they are now: a service that was read anew may hold other values, or the record no more', () => {
    const [a, b, c] = FIRST.listed;
    if (a === undefined || b === undefined || c === undefined) throw new Error('too few');
    const again = { ...a, conflict: { ...a.conflict, readAt: 9 } };
    const gone = { ...b, conflict: { ...b.conflict, type: 'gone' as const } };
    const settled = { ...c, state: 'waiting' as const, conflict: null };
    expect(listedNow(FIRST, [again, gone])).toEqual([again, c]);
    expect(listedNow(FIRST, [again, gone, settled])).toEqual([again]);
  });

  it('ask for others without what came of these', () => {
    settleSame(FIRST, ['a', 'b'], FAILED);
    askForAll({ type: 'gone', chosen: null, listed: [clash('d')] });
    expect(sameQuestion.getState().failed).toEqual([]);
  });

  it('leave another question alone that was asked while the answer was on its way', () => {
    leaveSame();
    askForAll({ type: 'gone', chosen: null, listed: ['c', 'd'].map(clash) });
    expect(settleSame(FIRST, ['a', 'b', 'c'], [])).toBe(false);
    expect(listed()).toEqual(['c', 'd']);
    expect(settleSame(FIRST, ['a', 'b', 'c'], FAILED)).toBe(false);
    expect(sameQuestion.getState().failed).toEqual([]);
  });
});

describe('what is confirmed of them', () => {
  beforeAll(async () => {
    Object.assign(globalThis, {
      localStorage: { getItem: () => 'pl' },
      document: { documentElement: {} },
    });
    await startTexts();
  });
  const notes = ['a', 'b'].map((operation) => ({ operation, notes: [] }));

  it('is how many were settled, and how many of them without their files', () => {
    const [english, polish] = [i18next.getFixedT('en'), i18next.getFixedT('pl')];
    expect(sameDone(english, { done: 3, failed: [] })).toBe('3 decided');
    expect(sameDone(polish, { done: 3, failed: FAILED })).toBe('Zdecydowano: 3');
    expect(sameDone(polish, { done: 5, failed: [], notes })).toMatch(/^Zdecydowano: 5\. 2 bez/u);
  });

  it('is nothing where none could be settled', () => {
    expect(sameDone(i18next.getFixedT('pl'), { done: 0, failed: FAILED })).toBeNull();
  });
});
