import { describe, expect, it } from 'vitest';
import { OBJ, openDesk } from '../../support/desk.ts';
import type { Desk } from '../../support/desk.ts';
import { pull } from './desk.ts';

const products = (desk: Desk) =>
  desk.service.state.all('products').filter(({ name }) => name === 'Szafa');

/** A product that was made here, sent, deleted, and that deletion sent. */
async function deleted() {
  const desk = await openDesk();
  const path = desk.file('szafa.obj', OBJ);
  const { file } = await desk.call('files.stage', { path, kind: 'products', field: 'modelPath' });
  const { id } = await desk.call('records.create', {
    kind: 'products',
    values: { name: 'Szafa', status: '1', date: '2026-01-02', materialy: {}, main: {} },
    files: [{ field: 'modelPath', file }],
  });
  await desk.push();
  await desk.call('records.remove', { kind: 'products', ref: id });
  await desk.push();
  await pull(desk);
  const [item] = (await desk.call('trash.list', { kind: 'products' })).items;
  const ref = { kind: 'products', id: item?.id ?? '' } as const;
  return { desk, ref, again: () => desk.call('trash.createAgain', ref) };
}

describe('a deleted record without a code', () => {
  it('is created again once, before that was sent and behind it', async () => {
    const { desk, ref, again } = await deleted();
    expect((await desk.call('trash.get', ref)).ready).toBe(true);
    await again();
    const refusal = { code: 'state', details: { why: { code: 'made-again' } } };
    await expect(again()).rejects.toMatchObject(refusal);
    await desk.push();
    await expect(again()).rejects.toMatchObject(refusal);
    expect(products(desk)).toHaveLength(1);
    const { ready, notes } = await desk.call('trash.get', ref);
    expect(ready).toBe(false);
    expect(notes[0]).toMatchObject({ code: 'made-again', value: 'Szafa' });
  });

  it('is created again where that was taken back, or is deleted itself', async () => {
    const { desk, again } = await deleted();
    const { operation } = await again();
    await desk.call('outbox.discard', { operation: operation ?? '' });
    const { id } = await again();
    await desk.push();
    await desk.call('records.remove', { kind: 'products', ref: id });
    await desk.push();
    await again();
    await desk.push();
    expect(products(desk)).toHaveLength(1);
  });

  it('is created again once where it is asked for twice at a time', async () => {
    const { desk, again } = await deleted();
    const both = await Promise.allSettled([again(), again()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await desk.push();
    expect(products(desk)).toHaveLength(1);
  });
});
