import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { OBJ, openDesk, PNG } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const manifest = () => ({
  edgeBands: [
    { code: 'ABS-22', name: 'ABS 22' },
    { code: 'ABS-99', name: 'ABS 99', thickness: 0.8 },
  ],
  materials: [
    { SIFRA: 'H1145', name: 'Dąb' },
    { SIFRA: 'H9', name: 'Orzech', price: '12,50', image: 'h9.png' },
  ],
  fittings: [
    { kod: 'ZAW-110', name: 'Zawias' },
    { kod: 'F-9', name: 'Uchwyt', price: '8.90', images: ['f.png'], model: 'f.obj' },
  ],
  product: {
    name: 'Szafa',
    status: '1',
    date: '2026-03-02',
    materialy: { korpus: 'H9' },
    main: {},
    model: 's.obj',
    images: ['s.png'],
  },
});

function write(desk: TestWorkstation): void {
  for (const name of ['h9.png', 'f.png', 's.png']) desk.file(name, PNG);
  for (const name of ['f.obj', 's.obj']) desk.file(name, `${OBJ}# ${name}\n`);
}
const add = (desk: TestWorkstation, given: Json) =>
  desk.call('productDrafts.addProduct', { manifest: given, folder: desk.folder });

describe('add-product', () => {
  it('uses nothing that is queued to be removed, and queues nothing then', async () => {
    const desk = await openDesk();
    write(desk);
    await desk.call('records.remove', { kind: 'materials', ref: 'H1145' });
    await expect(add(desk, manifest())).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ place: 'materials[0]', value: 'H1145' }] },
    });
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
  });

  it('leaves what exists alone, queues the rest, and sends it in the order of the document', async () => {
    const desk = await openDesk();
    write(desk);
    const { steps } = await add(desk, manifest());
    expect(steps.map(({ key, outcome }) => `${key} ${outcome}`)).toEqual([
      'ABS-22 exists',
      'ABS-99 queued',
      'H1145 exists',
      'H9 queued',
      'ZAW-110 exists',
      'F-9 queued',
      'Szafa queued',
    ]);
    expect(await desk.push()).toMatchObject({ done: 5, waiting: 0, refused: 0 });
    const writes = desk.service.log
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('login'))
      .map(({ path }) => path.replace('/adminapi', ''));
    expect(writes.slice(-2)).toEqual(['/products', '/products/upload_image']);
    expect(writes.indexOf('/materials/upload_image')).toBeLessThan(writes.indexOf('/materials'));
    expect(desk.service.state.all('products').filter(({ name }) => name === 'Szafa')).toMatchObject(
      [{ images: [expect.any(String)] }],
    );
    const { product: _, ...parts } = manifest();
    const again = await add(desk, parts);
    expect(again.steps.every(({ outcome }) => outcome === 'exists')).toBe(true);
  });

  it('is one group that Undo takes back, the product first', async () => {
    const desk = await openDesk();
    write(desk);
    await add(desk, manifest());
    const { plan, counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ changed: 4, error: 0 });
    await desk.call('changesets.queue', { plan });
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    const redo = await desk.call('undo.plan', {
      group: (await desk.call('groups.list', {})).groups[0]?.id,
    });
    await desk.call('changesets.queue', { plan: redo.plan });
    expect(await desk.push()).toMatchObject({ done: 5, refused: 0 });
  });

  it('leaves alone at sending what someone else has made meanwhile', async () => {
    const desk = await openDesk();
    write(desk);
    await add(desk, manifest());
    desk.service.state.insert('materials', { SIFRA: 'H9', name: 'Ich orzech', price: 1 });
    expect(await desk.push()).toMatchObject({ done: 5, conflict: 0 });
    expect(desk.service.state.all('materials').filter(({ SIFRA }) => SIFRA === 'H9')).toMatchObject(
      [{ name: 'Ich orzech' }],
    );
  });

  it('sends what was changed behind such a part, though theirs was read and changed here meanwhile', async () => {
    const desk = await openDesk();
    const kind = 'materials';
    await add(desk, {
      materials: [{ SIFRA: 'H9', name: 'Orzech' }],
      edgeBands: [{ code: 'E', name: 'E' }],
    });
    const { rows } = await desk.call('records.list', { kind, search: 'H9' });
    const mine = rows[0]?.id ?? '';
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/materials' },
      nth: 1,
      kind: 'resetBefore',
    });
    expect(await desk.push()).toMatchObject({ unknown: 1 });
    await desk.call('records.update', {
      kind,
      ref: mine,
      values: { name: 'Mój orzech' },
      files: [],
    });
    const theirs = String(
      desk.service.state.insert(kind, { SIFRA: 'H9', name: 'Orzech', price: 1 })['_id'],
    );
    desk.service.state.patch(kind, theirs, { name: 'Ich orzech' });
    await desk.pull();
    await desk.call('records.update', { kind, ref: theirs, values: { price: '2' }, files: [] });
    await sendAll(desk);
    const { operations } = await desk.call('outbox.list', {
      states: ['waiting', 'held', 'unknown'],
    });
    expect(operations).toEqual([]);
    expect(desk.service.state.all(kind).filter(({ SIFRA }) => SIFRA === 'H9')).toHaveLength(1);
  });

  it('holds the product while a part of it is refused, and goes on when that is mended', async () => {
    const desk = await openDesk();
    write(desk);
    await add(desk, manifest());
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/materials' },
      nth: 1,
      kind: 'status',
      status: 400,
      message: 'price too low',
    });
    expect(await desk.push()).toMatchObject({ refused: 1, held: 2 });
    const { operations } = await desk.call('outbox.list', { states: ['held'] });
    expect(operations[0]?.reason?.text).toContain('H9');
    await desk.call('records.update', {
      kind: 'materials',
      ref: 'H9',
      values: { price: '13' },
      files: [],
    });
    expect(await desk.push()).toMatchObject({ refused: 0, held: 0, waiting: 0 });
    expect(desk.service.state.all('products').filter(({ name }) => name === 'Szafa')).toHaveLength(
      1,
    );
  });

  it('holds the product while a part that was queued before it is refused', async () => {
    const desk = await openDesk();
    write(desk);
    const { product, ...parts } = manifest();
    await add(desk, { materials: parts.materials });
    desk.service.addFault({
      on: { method: 'POST', path: '/adminapi/materials' },
      nth: 1,
      kind: 'status',
      status: 400,
      message: 'price too low',
    });
    const { steps } = await add(desk, { materials: parts.materials, product });
    expect(steps.map(({ outcome }) => outcome)).toEqual(['exists', 'exists', 'queued']);
    expect(await desk.push()).toMatchObject({ refused: 1, held: 2 });
    expect(desk.service.state.all('products').some(({ name }) => name === 'Szafa')).toBe(false);
  });

  it.each<[string, (m: ReturnType<typeof manifest>) => unknown, string]>([
    [
      'a file that is not there',
      (m) => ({ ...m, fittings: [m.fittings[0], { ...m.fittings[1], model: 'gone.obj' }] }),
      'fittings[1].model',
    ],
    [
      'a file of a type that is refused',
      (m) => ({ ...m, materials: [{ SIFRA: 'N', name: 'N', image: 's.obj' }] }),
      'materials[0].image',
    ],
    [
      'a picture in the place of a model',
      (m) => ({ ...m, product: { ...m.product, model: 's.png' } }),
      'product.model',
    ],
    [
      'a model in the place of a picture',
      (m) => ({ ...m, fittings: [{ kod: 'N', name: 'N', price: '1', images: ['f.obj'] }] }),
      'fittings[0].images[0]',
    ],
    [
      'a field that does not exist',
      (m) => ({ ...m, edgeBands: [{ code: 'X', name: 'X', colour: 'red' }] }),
      'edgeBands[0].colour',
    ],
    [
      'a value of the wrong type',
      (m) => ({ ...m, materials: [{ SIFRA: 'N', name: 'N', price: 'dear' }] }),
      'materials[0].price',
    ],
    [
      'a product without its model',
      (m) => ({ ...m, product: { ...m.product, model: undefined } }),
      'product.model',
    ],
    [
      'the same code twice',
      (m) => ({ ...m, fittings: [m.fittings[1], m.fittings[1]] }),
      'fittings[1]',
    ],
    ['an unknown part', (m) => ({ ...m, screws: [] }), 'screws'],
    ['a part that is no list', (m) => ({ ...m, materials: {} }), 'materials'],
  ])('names the place of %s and queues nothing of it', async (_, change, place) => {
    const desk = await openDesk();
    write(desk);
    const given: Json = JSON.parse(JSON.stringify(change(manifest())));
    await expect(add(desk, given)).rejects.toMatchObject({ details: { issues: [{ place }] } });
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  });
});
