import { beforeEach, describe, expect, it } from 'vitest';
import type { Operation, State } from '#contract/operations.ts';
import type { Input } from '#contract/procedures.ts';
import {
  decided,
  forgetOver,
} from '../../../../src/renderer/src/screens/outbox/decisions/decided.ts';
import {
  MOST_LISTED,
  listingOf,
  queueFilterCounts,
  withNeedy,
} from '../../../../src/renderer/src/screens/outbox/model/totals.ts';
import { holdAll, releaseAll } from '../../../../src/renderer/src/screens/outbox/acts.ts';
import { followCore } from '../../../../src/renderer/src/state/core.ts';
import { operation } from '../../fields/outboxSupport.ts';
import { fakeCore } from '../../support.ts';

/** More operations than the list shows at once. */
let all: Operation[];
/** Id of an operation that was just sent: it cannot be held any more. */
let leaving: string | null;
const count = (state: State) => all.filter((each) => each.state === state).length;

beforeEach(() => {
  leaving = null;
  all = Array.from({ length: MOST_LISTED + 5 }, (_, seq) =>
    operation({ id: String(seq), seq, state: 'waiting' }),
  );
  const { client } = fakeCore({
    'outbox.list': (input) => {
      const { states = [], after = -1 } = input as Input<'outbox.list'>;
      const operations = all
        .filter(({ state, seq }) => states.includes(state) && seq > after)
        .slice(0, MOST_LISTED);
      return { operations };
    },
    'outbox.many': (input) => {
      const { what, operations } = input as Input<'outbox.many'>;
      const chosen = new Set(operations);
      const state = what === 'hold' ? 'held' : 'waiting';
      const reason = what === 'hold' ? ({ code: 'held-by-person', text: '' } as const) : null;
      const failed = operations
        .filter((id) => id === leaving)
        .map((id) => ({ operation: id, error: { code: 'state', message: 'It is sending.' } }));
      if (leaving !== null) chosen.delete(leaving);
      all = all.map((each) => (chosen.has(each.id) ? { ...each, state, reason } : each));
      return { done: chosen.size, failed };
    },
  });
  followCore(client);
});

describe('an outbox that is longer than its list', () => {
  it('is held, and let go, to its end', async () => {
    await holdAll();
    expect([count('waiting'), count('held')]).toEqual([0, MOST_LISTED + 5]);
    const [first, ...rest] = all;
    const reason = { code: 'waits-for', text: '' } as const;
    all = first === undefined ? [] : [{ ...first, reason }, ...rest];
    await releaseAll();
    expect([count('waiting'), count('held')]).toEqual([MOST_LISTED + 4, 1]);
  });

  it('lets go what a person held behind all that is held for another reason', async () => {
    const reason = { code: 'waits-for', text: '' } as const;
    const own = { code: 'held-by-person', text: '' } as const;
    all = all.map((each, at) => ({
      ...each,
      state: 'held',
      reason: at < MOST_LISTED ? reason : own,
    }));
    await releaseAll();
    expect([count('waiting'), count('held')]).toEqual([5, MOST_LISTED]);
  });

  it('is held to its end also where one of the first cannot be, and that one is told', async () => {
    leaving = '3';
    await expect(holdAll()).rejects.toThrow('It is sending.');
    expect([count('waiting'), count('held')]).toEqual([1, MOST_LISTED + 4]);
  });

  it('keeps what was typed for one behind its end until it is known that it is over', () => {
    const first = all.slice(0, MOST_LISTED);
    const far = operation({ id: 'far', seq: MOST_LISTED + 1, state: 'refused' });
    decided.type('far', { price: '9,30' });
    forgetOver(listingOf(first, undefined));
    forgetOver(listingOf(first, [far]));
    expect(decided.of('far')).toEqual({ price: '9,30' });
    forgetOver(listingOf(first, []));
    expect(decided.of('far')).toEqual({});
  });

  it('shows what needs a person from behind the end of the list, each once', () => {
    const first = [
      operation({ id: 'a', seq: 1 }),
      operation({ id: 'b', seq: 2, state: 'refused' }),
    ];
    const needy = [first[1], operation({ id: 'c', seq: 9, state: 'conflict' })].filter(
      (each) => each !== undefined,
    );
    expect(withNeedy(first, needy).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(withNeedy(first, [])).toBe(first);
  });

  it('is counted whole', () => {
    const queue = { waiting: 12_000, held: 3, sending: 1, unknown: 2, refused: 4, conflict: 5 };
    expect(queueFilterCounts(queue)).toEqual({
      all: 12_015,
      waiting: 12_000,
      held: 3,
      sending: 1,
      needs: 11,
    });
  });
});
