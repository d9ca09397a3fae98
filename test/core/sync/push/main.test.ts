import { describe, expect, it } from 'vitest';
import { OBJ, openDesk, PNG } from '../../../support/desk.ts';
import { SETTLE } from '../../../support/editing.ts';

describe('push', () => {
  it('sends an edit made offline as nothing but the changed field, and reads it back', async () => {
    const desk = await openDesk();
    const { id } = await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: '9,20' },
      files: [],
    });
    expect(await desk.push()).toMatchObject({ done: 1, waiting: 0, refused: 0 });
    const sent = desk.service.log.filter(({ method }) => method === 'PATCH');
    expect(sent.map(({ body }) => body)).toEqual([{ price: 9.2 }]);
    const record = await desk.call('records.get', { kind: 'fittings', ref: id });
    expect(record).toMatchObject({ pending: null, record: { price: '9.2' } });
  });

  it('shows a queued edit in the list at once, and sends nothing twice', async () => {
    const desk = await openDesk();
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: '9.20' },
      files: [],
    });
    const list = await desk.call('records.list', { kind: 'fittings', search: 'zaw-110' });
    expect(list.rows).toMatchObject([{ pending: 'waiting', fields: { price: '9.20' } }]);
    await desk.push();
    const requests = desk.service.log.length;
    expect(await desk.push()).toMatchObject({ done: 0 });
    expect(desk.service.log.length).toBe(requests);
  });

  it('creates a fitting with its files, uploads first, and ties it to the id of the service', async () => {
    const desk = await openDesk();
    const stage = (path: string, field: string) =>
      desk.call('files.stage', { path, kind: 'fittings', field });
    const image = await stage(desk.file('zaw.png', PNG), 'images');
    const model = await stage(desk.file('zaw.obj', OBJ), 'model');
    const made = await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'NEW-1', name: 'Nowy zawias', price: '8.90', wymiary: { x: '10' } },
      files: [
        { field: 'images', file: image.file },
        { field: 'model', file: model.file },
      ],
    });
    expect(await desk.push()).toMatchObject({ done: 1 });
    const held = desk.service.state.all('fittings').find(({ kod }) => kod === 'NEW-1');
    expect(held).toMatchObject({ name: 'Nowy zawias', wymiary: { x: '10' } });
    const stored = desk.service.state.files().map(({ sha256 }) => sha256);
    expect(stored).toEqual(expect.arrayContaining([image.sha256, model.sha256]));
    const record = await desk.call('records.get', { kind: 'fittings', ref: made.id });
    expect(record).toMatchObject({ pending: null, serviceId: held?.['_id'] });
    expect(await desk.pull()).toMatchObject({
      kinds: { fittings: { added: 0, updated: 0, removed: 0 } },
    });
  });

  it('adds pictures to a new product by an update behind its creation', async () => {
    const desk = await openDesk();
    const model = await desk.call('files.stage', {
      path: desk.file('s.obj', OBJ),
      kind: 'products',
      field: 'modelPath',
    });
    const image = await desk.call('files.stage', {
      path: desk.file('s.png', PNG),
      kind: 'products',
      field: 'images',
    });
    await desk.call('records.create', {
      kind: 'products',
      values: { name: 'Komoda', status: '1', date: '2026-03-02', materialy: {}, main: {} },
      files: [
        { field: 'modelPath', file: model.file },
        { field: 'images', file: image.file },
      ],
    });
    expect(await desk.push()).toMatchObject({ done: 2 });
    const held = desk.service.state.all('products').filter(({ name }) => name === 'Komoda');
    expect(held).toHaveLength(1);
    expect(held[0]?.['images']).toHaveLength(1);
  });

  it('removes a record, and a second removal of what is gone is done as well', async () => {
    const desk = await openDesk();
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    const there = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155');
    desk.service.state.remove('fittings', String(there?.['_id']));
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ done: 1 });
    const list = await desk.call('records.list', { kind: 'fittings' });
    expect(list.rows.map(({ key }) => key)).toEqual(['ZAW-110']);
  });

  it('lets what was never sent vanish when it is removed', async () => {
    const desk = await openDesk();
    const { id } = await desk.call('records.create', {
      kind: 'materials',
      values: { name: 'X', SIFRA: 'X1' },
      files: [],
    });
    expect(await desk.call('records.remove', { kind: 'materials', ref: id })).toMatchObject({
      operation: null,
    });
    expect(await desk.push()).toMatchObject({ done: 0, waiting: 0 });
    expect(await desk.call('records.list', { kind: 'materials', search: 'X1' })).toMatchObject({
      total: 0,
    });
  });

  it('tells what happened to a record that is gone, by its id and by its code', async () => {
    const desk = await openDesk();
    const { id } = await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    await desk.push();
    for (const record of [id, 'ZAW-155']) {
      const { entries } = await desk.call('history.list', { kind: 'fittings', record });
      expect(entries.map(({ result }) => result)).toEqual(['done', 'queued']);
    }
  });

  it('keeps nine done when the service refuses one of ten, with its own words', async () => {
    const desk = await openDesk();
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/edge_band' },
      nth: 3,
      kind: 'status',
      status: 400,
      message: 'colour is out of fashion',
    });
    for (let i = 0; i < 10; i += 1)
      await desk.call('records.create', {
        kind: 'edge-bands',
        values: { code: `E-${i}`, name: `Edge ${i}`, thickness: 1 },
        files: [],
      });
    expect(await desk.push()).toMatchObject({ done: 9, refused: 1 });
    const { operations } = await desk.call('outbox.list', { states: ['refused'] });
    expect(operations[0]?.reason?.text).toContain('colour is out of fashion');
    await desk.restart();
    expect((await desk.call('status.get', {})).queue.refused).toBe(1);
  });
});
