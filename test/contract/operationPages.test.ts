import { describe, expect, it } from 'vitest';
import { everyOperation, OPERATIONS_A_PAGE } from '#contract/operationPages.ts';
import { operation } from '../renderer/fields/outboxSupport.ts';

describe('a list that is longer than one answer', () => {
  it.each([0, 3, OPERATIONS_A_PAGE, OPERATIONS_A_PAGE + 5, 2 * OPERATIONS_A_PAGE])(
    'is read to its end: %i operations',
    async (count) => {
      const all = Array.from({ length: count }, (_, at) =>
        operation({ id: `o${at}`, seq: at * 2 }),
      );
      const found = await everyOperation(({ after = -1, limit = 0 }) =>
        Promise.resolve({ operations: all.filter(({ seq }) => seq > after).slice(0, limit) }),
      );
      expect(found.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    },
  );
});
