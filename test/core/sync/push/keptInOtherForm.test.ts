import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const FITTINGS = { method: 'POST', path: '/adminapi/fittings' };
const BANDS = { method: 'POST', path: '/adminapi/edge_band' };

const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;
const made = (desk: TestWorkstation, kind: 'fittings' | 'edgeBands' | 'materials', title: string) =>
  desk.service.state.all(kind).filter(({ name }) => name === title);

describe('a new record of which every text is kept in another form', () => {
  it.each([
    ['trimmed', ' Z-9 ', 'Zawias '],
    ['composed', 'Z\u0307-9', 'Go\u0301rny'],
  ] as const)('is known as made: %s', async (texts, kod, name) => {
    const desk = await openDesk({ variant: { texts } });
    await desk.call('records.create', { kind: 'fittings', values: { kod, name }, files: [] });
    expect(await desk.push()).toMatchObject({ done: 1, unknown: 0 });
    await sendAll(desk);
    expect(await open(desk)).not.toMatchObject([{ reason: { code: 'gave-up' } }]);
    expect(made(desk, 'fittings', name.normalize('NFC').trim())).toHaveLength(1);
  });
});

describe('a lost answer to a creation without a code whose name is kept in another form', () => {
  it('is not sent again while what is new there may be it, changed by another hand', async () => {
    const desk = await openDesk({ variant: { texts: 'trimmed', edgeBandIdShape: 'string' } });
    const values = { name: 'Dąb ', thickness: '7' };
    await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
    desk.service.addFault({ on: BANDS, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    const id = String(made(desk, 'edgeBands', 'Dąb')[0]?.['_id']);
    desk.service.state.patch('edgeBands', id, { thickness: 8 });
    await sendAll(desk);
    await sendAll(desk);
    expect(made(desk, 'edgeBands', 'Dąb')).toHaveLength(1);
    expect(await open(desk)).toMatchObject([{ reason: { details: { why: 'looks-alike', id } } }]);
  });

  it('is not sent again where a text inside it is kept in another form as well', async () => {
    const desk = await openDesk({ variant: { texts: 'trimmed', edgeBandIdShape: 'string' } });
    const values = { name: 'Dąb ', formsSettings: { length_key: 'dł ' }, data: [{ key: 'a ' }] };
    await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
    desk.service.addFault({ on: BANDS, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    const id = String(made(desk, 'edgeBands', 'Dąb')[0]?.['_id']);
    const inside = { formsSettings: { length_key: 'dł' }, data: [{ key: 'a' }] };
    desk.service.state.patch('edgeBands', id, inside);
    await sendAll(desk);
    expect(made(desk, 'edgeBands', 'Dąb')).toHaveLength(1);
    const { operations } = await desk.call('outbox.list', { states: ['done'] });
    expect(operations).toMatchObject([{ action: 'create' }]);
  });
});

describe('a lost answer to a creation', () => {
  const lose = async (
    values: Record<string, string | string[]>,
    kept: Record<string, null | number>,
  ) => {
    const desk = await openDesk({ variant: {} });
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    desk.service.addFault({ on: FITTINGS, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    const [there] = made(desk, 'fittings', 'Zawias nowy');
    desk.service.state.patch('fittings', String(there?.['_id']), kept);
    await sendAll(desk);
    expect(made(desk, 'fittings', 'Zawias nowy')).toHaveLength(1);
    return open(desk);
  };

  it('is known as its own where something empty was not kept', async () => {
    const values = { kod: 'N-9', name: 'Zawias nowy', connected: [] };
    expect(await lose(values, { connected: null })).toEqual([]);
  });

  it('is known as its own where a number given as text is kept as one', async () => {
    const values = { kod: 'N-9', name: 'Zawias nowy', waga: '1.50' };
    expect(await lose(values, { waga: 1.5 })).toEqual([]);
  });
});

it('a list that was emptied is not told as not kept where the service drops what is empty', async () => {
  const desk = await openDesk({ variant: { edgeBandIdShape: 'string' } });
  const [band] = desk.service.state.all('edgeBands');
  const id = String(band?.['_id']);
  desk.service.state.patch('edgeBands', id, { data: [{ key: 'a' }] });
  await desk.pull();
  await desk.call('records.update', {
    kind: 'edge-bands',
    ref: id,
    values: { data: [] },
    files: [],
  });
  desk.service.addFault({
    on: { method: 'PATCH' },
    nth: 1,
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'after') desk.service.state.patch('edgeBands', id, { data: null });
    },
  });
  expect(await desk.push()).toMatchObject({ done: 1, refused: 0 });
});

it("a part that has arrived late is not told as another hand's where another one of its group is", async () => {
  const desk = await openDesk({ variant: { edgeBandIdShape: 'string' } });
  const [band] = desk.service.state.all('edgeBands');
  const id = String(band?.['_id']);
  const give = (length_key: string) =>
    desk.call('records.update', {
      kind: 'edge-bands',
      ref: id,
      values: { formsSettings: { length_key } },
      files: [],
    });
  const old = { length_key: 'a', width_key: 'b' };
  desk.service.state.patch('edgeBands', id, { formsSettings: old });
  await desk.pull();
  await give('c');
  desk.service.addFault({
    on: { method: 'PATCH' },
    nth: 1,
    kind: 'hook',
    hook: (phase) => {
      if (phase === 'after') desk.service.state.patch('edgeBands', id, { formsSettings: old });
    },
  });
  expect(await desk.push()).toMatchObject({ refused: 1 });
  desk.service.state.patch('edgeBands', id, {
    formsSettings: { length_key: 'c', width_key: 'theirs' },
  });
  await give('d');
  expect(await desk.push()).toMatchObject({ conflict: 0, done: 1 });
  expect(desk.service.state.all('edgeBands')[0]).toMatchObject({
    formsSettings: { length_key: 'd', width_key: 'theirs' },
  });
});
