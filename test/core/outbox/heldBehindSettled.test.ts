import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { edit, idOf, only, sendAll } from '../../support/editing.ts';

const KIND = 'fittings' as const;

const fittings = (desk: TestWorkstation, kod: string) =>
  desk.service.state.all(KIND).filter((each) => each['kod'] === kod);

const states = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.map(({ state, reason }) => [state, reason?.code]);

/** Holds the newest change. */
async function holdLast(desk: TestWorkstation): Promise<void> {
  const { operations } = await desk.call('outbox.list', {});
  const last = operations.find(({ state }) => state === 'held');
  await desk.call('outbox.hold', { operation: last?.id ?? '' });
}

describe('what a person holds behind a conflict stays held', () => {
  it('where the record is made again', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    desk.service.state.remove(KIND, idOf(desk, 'ZAW-110'));
    await sendAll(desk);
    const gone = await only(desk);
    expect(gone).toMatchObject({ state: 'conflict' });
    await edit(desk, { name: 'Not yet' });
    await holdLast(desk);
    await desk.call('outbox.resolve', { operation: gone.id, all: 'mine' });
    await sendAll(desk);
    expect(fittings(desk, 'ZAW-110').map(({ name }) => name)).not.toContain('Not yet');
    expect(await states(desk)).toContainEqual(['held', 'held-by-person']);
  });

  it('where the code of a new record is taken', async () => {
    const desk = await openDesk();
    const values = { kod: 'SAME', name: 'Mój', price: '5' };
    const made = await desk.call('records.create', { kind: KIND, values, files: [] });
    desk.service.state.insert(KIND, { kod: 'SAME', name: 'Ich', price: '4' });
    expect(await desk.push()).toMatchObject({ conflict: 1 });
    await desk.call('records.update', {
      kind: KIND,
      ref: made.id,
      values: { name: 'Not yet' },
      files: [],
    });
    await holdLast(desk);
    await desk.call('outbox.resolve', { operation: made.operation ?? '', all: 'mine' });
    await sendAll(desk);
    expect(fittings(desk, 'SAME').map(({ name }) => name)).not.toContain('Not yet');
    expect(await states(desk)).toContainEqual(['held', 'held-by-person']);
  });
});
