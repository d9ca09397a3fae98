import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { only, sendAll } from '../../../support/editing.ts';
import { undo } from '../../../support/sheets.ts';

const MATERIALS = '/adminapi/materials';
const named = (desk: TestWorkstation, name: string) =>
  desk.service.state.all('materials').filter((each) => each['name'] === name);

const create = (desk: TestWorkstation, values: Record<string, string>) =>
  desk.call('records.create', { kind: 'materials', values, files: [] });

/** A material that was given a code, which was taken back before it was sent. */
async function withoutCode(): Promise<TestWorkstation> {
  const desk = await openDesk();
  // By this one it is known that the service keeps codes.
  await create(desk, { SIFRA: 'K-1', name: 'Klon', price: '10' });
  await sendAll(desk);
  const { id } = await create(desk, { name: 'Buk', price: '99' });
  const values = { SIFRA: 'N-1' };
  await desk.call('records.update', { kind: 'materials', ref: id, values, files: [] });
  expect(await only(desk)).toMatchObject({ key: 'N-1' });
  await undo(desk);
  return desk;
}

describe('a new record whose code was taken back before it was sent', () => {
  it('is no more known by that code', async () => {
    const desk = await withoutCode();
    expect(await only(desk)).toMatchObject({ key: null, title: 'Buk' });
  });

  it('is sent once where its answer was lost', async () => {
    const desk = await withoutCode();
    const on = { method: 'POST', path: MATERIALS };
    desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
    await sendAll(desk);
    await sendAll(desk);
    expect(named(desk, 'Buk')).toHaveLength(1);
  });

  it('is made though another has that code by now', async () => {
    const desk = await withoutCode();
    desk.service.state.insert('materials', { SIFRA: 'N-1', name: 'By a colleague' });
    await sendAll(desk);
    expect(named(desk, 'Buk')).toHaveLength(1);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});
