import { describe, expect, it } from 'vitest';
import { openDesk, PRODUCT } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const NAME = 'Szafa 9';
const held = (desk: TestWorkstation) =>
  desk.service.state.all('products').filter(({ name }) => String(name).startsWith(NAME));

/** A product that was made a moment ago. */
async function made(desk: TestWorkstation): Promise<string> {
  const values = { ...PRODUCT, name: NAME };
  await desk.call('records.create', { kind: 'products', values, files: [] });
  expect(await desk.push()).toMatchObject({ done: 1 });
  return String(held(desk)[0]?.['_id']);
}

/** Sends to a service of which only that copy knows the record which is asked before such a write. */
async function pushUnknown(desk: TestWorkstation, method: string, id: string) {
  const record = { ...held(desk)[0] };
  const on = { method, path: `/adminapi/products/${id}` };
  const hook = (phase: string) => {
    if (phase === 'before') desk.service.state.remove('products', id);
  };
  desk.service.addFault({ on, nth: 1, kind: 'hook', hook });
  const result = await desk.push();
  desk.service.state.insert('products', record);
  return result;
}

describe('a record just made, of which whoever answers a write does not know yet', () => {
  it('is not told to be deleted when it is changed', async () => {
    const desk = await openDesk();
    const id = await made(desk);
    const values = { name: `${NAME}a` };
    await desk.call('records.update', { kind: 'products', ref: id, values, files: [] });
    expect(await pushUnknown(desk, 'PATCH', id)).toMatchObject({ conflict: 0 });
    await sendAll(desk);
    expect(held(desk)).toMatchObject([values]);
  });

  it('is not called removed', async () => {
    const desk = await openDesk();
    const id = await made(desk);
    await desk.call('records.remove', { kind: 'products', ref: id });
    await pushUnknown(desk, 'DELETE', id);
    await sendAll(desk);
    expect(held(desk)).toEqual([]);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});
