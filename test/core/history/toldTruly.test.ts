import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { undo } from '../../support/sheets.ts';
import { idOf, pull } from './desk.ts';

const edit = (desk: TestWorkstation, values: Record<string, string>) =>
  desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
const told = async (desk: TestWorkstation) =>
  (await desk.call('history.list', { limit: 10 })).entries.map(
    ({ result, field, before, after }) => [result, field, before, after],
  );

describe('an undo in the history', () => {
  it('stands with the values that it took back', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    await undo(desk);
    expect(await told(desk)).toEqual([
      ['taken-back', 'price', '9.20', '8.90'],
      ['queued', 'price', '8.90', '9.20'],
    ]);
  });

  it('tells what is left of a change apart from what was taken out of it', async () => {
    const desk = await openDesk();
    await edit(desk, { name: 'Nowa' });
    await edit(desk, { price: '9.20' });
    await undo(desk);
    expect((await told(desk)).slice(0, 2)).toEqual([
      ['queued', 'name', 'Zawias 110°', 'Nowa'],
      ['taken-back', 'price', '9.20', '8.90'],
    ]);
  });

  it('stands with its values when the change was sent', async () => {
    const desk = await openDesk();
    await edit(desk, { price: '9.20' });
    await desk.push();
    await undo(desk);
    expect((await told(desk))[0]).toEqual(['queued', 'price', '9.2', '8.90']);
  });
});

describe('a deleted record that was created again', () => {
  const listed = async (desk: TestWorkstation) =>
    (await desk.call('trash.list', {})).items.map(({ key }) => key);

  it('is not listed as deleted, until what was made of it is taken back or deleted', async () => {
    const desk = await openDesk();
    const id = await idOf(desk, 'ZAW-110');
    await desk.call('records.remove', { kind: 'fittings', ref: id });
    await desk.push();
    await pull(desk);
    expect(await listed(desk)).toEqual(['ZAW-110']);
    await desk.call('trash.createAgain', { kind: 'fittings', id });
    expect(await listed(desk)).toEqual([]);
    await undo(desk);
    expect(await listed(desk)).toEqual(['ZAW-110']);
    await desk.call('trash.createAgain', { kind: 'fittings', id });
    await desk.push();
    await pull(desk);
    expect(await listed(desk)).toEqual([]);
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    await desk.push();
    await pull(desk);
    expect(await listed(desk)).toEqual(['ZAW-110', 'ZAW-110']);
  });
});
