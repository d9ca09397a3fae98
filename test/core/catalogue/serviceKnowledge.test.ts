import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';

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
      at: null,
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

  it('keeps the word of a person, shows a different answer, and accepts it on request', async () => {
    const desk = await openDesk({ variant: { updatesHonoured: 'documented' } });
    await desk.call('serviceFacts.correct', { ...STOCK, value: 'kept' });
    // The field is editable by the word of the person; the service ignores the change.
    const { kind, ref } = TRIAL;
    await desk.call('records.update', { kind, ref, values: { stock: 5 }, files: [] });
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
    expect((await known(desk)).facts).toHaveLength(1);
    await desk.call('serviceFacts.forget', { facts: [STOCK] });
    expect((await known(desk)).facts).toEqual([]);
    desk.service.setVariant({ updatesHonoured: 'all' });
    await desk.call('serviceFacts.try', TRIAL);
    await desk.push();
    expect((await known(desk)).facts).toMatchObject([{ ...STOCK, value: 'kept' }]);
  });
});
