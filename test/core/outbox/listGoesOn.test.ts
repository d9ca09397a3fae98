import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';

describe('the list of the outbox', () => {
  it('goes on behind an operation, in either order', async () => {
    const desk = await openDesk();
    for (const kod of ['A', 'B', 'C', 'D'])
      await desk.call('records.create', {
        kind: 'fittings',
        values: { kod, name: kod },
        files: [],
      });
    const keys = async (input: { after?: number; limit?: number; newest?: boolean }) =>
      (await desk.call('outbox.list', input)).operations.map(({ key }) => key).join('');
    const { operations } = await desk.call('outbox.list', { limit: 2 });
    const after = operations.at(-1)?.seq ?? 0;
    expect(await keys({ after })).toBe('CD');
    expect(await keys({ after, limit: 1 })).toBe('C');
    expect(await keys({ after, newest: true })).toBe('A');
  });
});
