import { describe, expect, it } from 'vitest';
import type { TestWorkstation } from '../../support/desk.ts';
import { openDesk } from '../../support/desk.ts';

const add = async (desk: TestWorkstation, code: string) => {
  const values = { code, name: code };
  const made = await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
  return made.operation ?? '';
};
const counts = async (desk: TestWorkstation) => (await desk.call('status.get', {})).queue;

describe('an act on many operations', () => {
  it('holds and releases them all', async () => {
    const desk = await openDesk();
    const operations = [await add(desk, 'A'), await add(desk, 'B')];
    const told: number[] = [];
    desk.core.on('outbox.changed', ({ counts: { held } }) => told.push(held));
    expect(await desk.call('outbox.many', { what: 'hold', operations })).toEqual({
      done: 2,
      failed: [],
    });
    expect(told).toEqual([2]);
    expect(await counts(desk)).toMatchObject({ held: 2, waiting: 0 });
    await desk.call('outbox.many', { what: 'release', operations });
    expect(await counts(desk)).toMatchObject({ held: 0, waiting: 2 });
  });

  it('names the ones that cannot be, and does the others all the same', async () => {
    const desk = await openDesk();
    const [a, b] = [await add(desk, 'A'), await add(desk, 'B')];
    await desk.call('outbox.discard', { operation: a });
    const result = await desk.call('outbox.many', { what: 'hold', operations: [a, 'none', b] });
    expect(result.done).toBe(1);
    expect(result.failed).toMatchObject([
      { operation: a, error: { code: 'state' } },
      { operation: 'none', error: { code: 'not-found' } },
    ]);
    expect(await counts(desk)).toMatchObject({ held: 1 });
  });

  it('counts what a discarded creation took along as discarded', async () => {
    const desk = await openDesk();
    const first = await add(desk, 'A');
    const again = await add(desk, 'B');
    const { operations } = await desk.call('outbox.list', {});
    const ids = operations.map(({ id }) => id);
    expect(ids).toEqual([first, again]);
    const twice = [...ids, ...ids];
    const discarded = await desk.call('outbox.many', { what: 'discard', operations: twice });
    expect(discarded).toMatchObject({ done: 2, failed: [] });
    expect(await desk.call('outbox.many', { what: 'discard', operations: ids })).toMatchObject({
      done: 2,
    });
  });
});
