import { describe, expect, it } from 'vitest';
import { openDesk, PRODUCT } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { SETTLE } from '../../support/editing.ts';

const known = (desk: TestWorkstation) => desk.call('serviceFacts.list', {});
const TRIAL = { kind: 'fittings', ref: 'ZAW-110', field: 'stock', value: 5 } as const;
const STOCK = { kind: 'fittings', field: 'stock', fact: 'update' } as const;

describe('what Cabinet knows about the service', () => {
  it('holds the path and the page sizes of the lists, with request and time', async () => {
    const desk = await openDesk({ variant: { fittingsPrefix: 'bare' } });
    const { memories, facts, answers } = await known(desk);
    expect([facts, answers]).toEqual([[], []]);
    expect(memories).toContainEqual({
      kind: 'fittings',
      about: 'path',
      value: '/fittings',
      request: 'GET /fittings?limit=1',
      at: expect.any(Number),
    });
    expect(memories).toContainEqual({
      kind: 'products',
      about: 'page-size',
      value: expect.stringMatching(/^\d+$/),
      request: expect.stringMatching(/^GET \/adminapi\/products\?limit=\d+$/),
      at: expect.any(Number),
    });
  });

  it('holds how a material price is updated, and learns it again once it is forgotten', async () => {
    const desk = await openDesk({ variant: { materialPatchKey: 'CIJENA' } });
    const edit = async (price: string) => {
      await desk.call('records.update', {
        kind: 'materials',
        ref: 'H1145',
        values: { price },
        files: [],
      });
      expect(await desk.push()).toMatchObject({ done: 1 });
    };
    const forms = async () =>
      (await known(desk)).memories.filter(({ about }) => about === 'update-form');
    const form = { kind: 'materials', about: 'update-form' } as const;
    await edit('13.00');
    expect(await forms()).toMatchObject([{ ...form, value: '1' }]);
    const forget = () => desk.call('serviceFacts.forget', { memories: [form] });
    expect(await forget()).toEqual({ forgotten: 1 });
    expect(await forget()).toEqual({ forgotten: 0 });
    expect(await forms()).toEqual([]);
    await edit('14.00');
    expect(await forms()).toMatchObject([{ ...form, value: '1' }]);
  });

  it('holds how the service answers for a record that does not exist', async () => {
    const desk = await openDesk();
    await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'NOWE-1', name: 'Nowe' },
      files: [],
    });
    await desk.push();
    const { memories } = await known(desk);
    expect(memories).toContainEqual({
      kind: 'fittings',
      about: 'code-not-found',
      value: expect.stringMatching(/^404 .*/),
      request: 'GET /adminapi/fittings/getByKod/:code',
      at: expect.any(Number),
    });
    const memory = { kind: 'fittings', about: 'code-not-found' } as const;
    await desk.call('serviceFacts.forget', { memories: [memory] });
    expect((await known(desk)).memories).not.toContainEqual(expect.objectContaining(memory));
  });

  it('holds the file types that an upload accepted or refused', async () => {
    const desk = await openDesk();
    const send = async (name: string, content: string, title: string) => {
      const path = desk.file(name, content);
      const field = 'modelPath';
      const { file } = await desk.call('files.stage', { path, kind: 'products', field });
      const values = { ...PRODUCT, name: title, modelPath: { $file: file } };
      await desk.call('records.create', { kind: 'products', values, files: [] });
      await desk.push();
    };
    await send('box.obj', 'o box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'A');
    await send('notes.txt', 'x', 'B');
    expect((await known(desk)).facts).toMatchObject([
      {
        kind: 'products',
        field: 'obj',
        fact: 'upload',
        value: 'accepted',
        request: 'POST /adminapi/products/upload_image',
        record: 'A',
      },
      { field: 'txt', value: 'refused', words: 'Invalid file type.' },
    ]);
  });

  it('keeps the word of a person, shows a different answer, and accepts it on request', async () => {
    const desk = await openDesk({ variant: { updatesHonoured: 'documented' } });
    await desk.call('serviceFacts.correct', { ...STOCK, value: 'kept' });
    // The field is editable by the word of the person; the service ignores the change.
    const { kind, ref } = TRIAL;
    await desk.call('records.update', { kind, ref, values: { stock: 5 }, files: [] });
    await desk.push();
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ refused: 1 });
    const { facts, answers } = await known(desk);
    expect(facts).toMatchObject([{ ...STOCK, value: 'kept', source: 'person' }]);
    expect(answers).toMatchObject([{ ...STOCK, value: 'not-kept', source: 'service' }]);
    await desk.call('serviceFacts.accept', STOCK);
    expect(await known(desk)).toMatchObject({ facts: answers, answers: [] });
    await expect(desk.call('serviceFacts.accept', STOCK)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('forgets what a trial has shown: the field can be tried again', async () => {
    const desk = await openDesk({ variant: { updatesHonoured: 'documented' } });
    await desk.call('serviceFacts.try', TRIAL);
    await desk.push();
    desk.clock.advance(SETTLE);
    await desk.push();
    expect((await known(desk)).facts).toHaveLength(1);
    await desk.call('serviceFacts.forget', { facts: [STOCK] });
    expect((await known(desk)).facts).toEqual([]);
    desk.service.setVariant({ updatesHonoured: 'all' });
    await desk.call('serviceFacts.try', TRIAL);
    await desk.push();
    expect((await known(desk)).facts).toMatchObject([{ ...STOCK, value: 'kept' }]);
  });
});
