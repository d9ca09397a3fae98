import { describe, expect, it } from 'vitest';
import { OBJ, openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';
import { keepAsset } from '../../history/desk.ts';

const lost = (desk: TestWorkstation, path: string) =>
  desk.service.addFault({ on: { method: 'POST', path }, nth: 1, kind: 'resetBefore' });
/** The catalogue was read a while ago. */
async function readBefore(): Promise<TestWorkstation> {
  const desk = await openDesk();
  desk.clock.advance(60_000);
  return desk;
}
/** Queues one more product with the model of another. */
async function oneMore(desk: TestWorkstation): Promise<void> {
  const [other] = desk.service.state.all('products');
  await desk.call('records.create', {
    kind: 'products',
    values: {
      name: 'Szafa 3D',
      status: '1',
      date: '2026-03-01',
      modelPath: String(other?.['modelPath']),
      materialy: {},
      main: {},
    },
    files: [],
  });
}
const products = (desk: TestWorkstation) =>
  desk.service.state
    .all('products')
    .map(({ name }) => String(name))
    .toSorted();

describe('a creation that names a file which another record has too', () => {
  it('is made beside it where its request was lost: a product with the model of another', async () => {
    const desk = await readBefore();
    await oneMore(desk);
    lost(desk, '/adminapi/products');
    await desk.push();
    await sendAll(desk);
    expect(products(desk)).toEqual(['Szafa 2D', 'Szafa 3D']);
  });

  it('is made beside it where its request was lost: a material with the picture of another', async () => {
    const desk = await readBefore();
    const [other] = desk.service.state.all('materials');
    const picture = 'uploads/materials/h.png';
    desk.service.state.patch('materials', String(other?.['_id']), { PICFILE: picture });
    await desk.pull();
    await desk.call('records.create', {
      kind: 'materials',
      values: { SIFRA: 'N-1', name: 'Buk', price: '99', PICFILE: picture },
      files: [],
    });
    lost(desk, '/adminapi/materials');
    await desk.push();
    await sendAll(desk);
    const codes = desk.service.state.all('materials').map(({ SIFRA }) => String(SIFRA));
    expect(codes).toEqual(['H1145', 'N-1']);
  });

  it('is made beside it also when it is made again: its model was that of a sibling', async () => {
    const desk = await readBefore();
    const [first] = desk.service.state.all('products');
    const id = String(first?.['_id']);
    keepAsset(desk, String(first?.['modelPath']), OBJ);
    const { _id: _, __v: __, ...values } = first ?? {};
    desk.service.state.insert('products', { ...values, name: 'Szafa 2D czarna' });
    await desk.pull();
    await desk.call('records.update', {
      kind: 'products',
      ref: id,
      values: { name: 'Szafa 2D biała' },
      files: [],
    });
    desk.service.state.remove('products', id);
    await sendAll(desk);
    const [operation] = (await desk.call('outbox.list', {})).operations;
    await desk.call('outbox.resolve', { operation: operation?.id ?? '', all: 'mine' });
    lost(desk, '/adminapi/products');
    await desk.push();
    await sendAll(desk);
    expect(products(desk)).toEqual(['Szafa 2D biała', 'Szafa 2D czarna']);
  });

  it('is not sent again where it arrived and another hand changed it before it was looked for', async () => {
    const desk = await readBefore();
    await oneMore(desk);
    const on = { method: 'POST', path: '/adminapi/products' };
    desk.service.addFault({ on, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    const made = desk.service.state.all('products').find(({ name }) => name === 'Szafa 3D');
    desk.service.state.patch('products', String(made?.['_id']), { name: 'By a colleague' });
    for (let look = 0; look < 4; look += 1) await sendAll(desk);
    expect(products(desk)).toEqual(['By a colleague', 'Szafa 2D']);
    const { operations } = await desk.call('outbox.list', {});
    expect(operations).toMatchObject([{ reason: { details: { why: 'looks-alike' } } }]);
  });
});
