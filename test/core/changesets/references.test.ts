import { describe, expect, it } from 'vitest';
import { openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { rowsOf, undo } from '../../support/sheets.ts';

const [product] = SEED.products;
const [band] = SEED.edgeBands;

/** H1145 is named by an edge band, by a product on the service, and by a product that was not sent. */
async function openUsed(): Promise<TestWorkstation> {
  const desk = await openDesk({
    seed: {
      ...SEED,
      materials: [...SEED.materials, { SIFRA: 'H2000', name: 'Buk', price: 9 }],
      products: [{ ...product, materialy: { korpus: 'H1145', front: 'H2000' } }],
      edgeBands: [{ ...band, data: [{ SIFRA: 'H1145', mm: 1145 }, 'H1145'] }],
    },
  });
  const { file } = await desk.call('files.stage', {
    path: desk.file('box.obj', 'o box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
    kind: 'products',
    field: 'modelPath',
  });
  await desk.call('records.create', {
    kind: 'products',
    values: {
      name: 'Nowa szafa',
      status: '1',
      date: '2026-01-02',
      materialy: { korpus: { SIFRA: 'H1145', nazwa: 'Dąb' }, H1145: '2 szt.' },
      main: {},
      modelPath: { $file: file },
    },
    files: [],
  });
  return desk;
}

const replace = (desk: TestWorkstation, other = 'H2000') =>
  desk.call('references.plan', { kind: 'materials', ref: 'H1145', with: other });
const users = async (desk: TestWorkstation, ref: string) =>
  (await desk.call('records.usedBy', { kind: 'materials', ref })).users.map(
    ({ title, replaceable }) => [title, replaceable],
  );

describe('replacing a record in all references', () => {
  it('tells which of its users can name another record', async () => {
    const desk = await openUsed();
    expect(await users(desk, 'H1145')).toEqual([
      ['Nowa szafa', true],
      ['Szafa 2D', false],
      ['ABS 22 dąb', true],
    ]);
  });

  it('previews every user, and says which cannot be changed and why', async () => {
    const desk = await openUsed();
    const plan = await replace(desk);
    expect(plan).toMatchObject({
      label: { code: 'references', count: 2, params: { record: 'H1145', with: 'H2000' } },
      counts: { changed: 2, error: 1, ticked: 2 },
    });
    const rows = await rowsOf(desk, plan.plan);
    expect(rows.map(({ kind, title, outcome }) => [kind, title, outcome])).toEqual([
      ['products', 'Nowa szafa', 'changed'],
      ['edge-bands', 'ABS 22 dąb', 'changed'],
      ['products', 'Szafa 2D', 'error'],
    ]);
    expect(rows[0]?.changes).toEqual([
      {
        field: 'materialy',
        before: { korpus: { SIFRA: 'H1145', nazwa: 'Dąb' }, H1145: '2 szt.' },
        after: { korpus: { SIFRA: 'H2000', nazwa: 'Buk' }, H2000: '2 szt.' },
      },
    ]);
    expect(rows[2]?.issues[0]).toMatchObject({
      place: 'materialy',
      value: 'H1145',
      expected: expect.stringContaining('cannot be changed after creation'),
    });
    expect(rows[1]?.changes[0]?.after).toEqual([{ SIFRA: 'H2000', mm: 1145 }, 'H2000']);
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(1);
  });

  it('is one group that is sent, and is taken back as one', async () => {
    const desk = await openUsed();
    const { plan } = await replace(desk);
    const { queued } = await desk.call('changesets.queue', { plan });
    expect(queued).toBe(2);
    expect(await users(desk, 'H1145')).toEqual([['Szafa 2D', false]]);
    await undo(desk);
    expect(await users(desk, 'H1145')).toHaveLength(3);
    const again = await replace(desk);
    await desk.call('changesets.queue', { plan: again.plan });
    await desk.push();
    expect(desk.service.state.all('edgeBands')[0]).toMatchObject({
      data: [{ SIFRA: 'H2000', mm: 1145 }, 'H2000'],
    });
    expect(desk.service.state.all('products').map(({ materialy }) => materialy)).toContainEqual({
      korpus: { SIFRA: 'H2000', nazwa: 'Buk' },
      H2000: '2 szt.',
    });
  });

  it('changes no field in which both records have a place of their own', async () => {
    const desk = await openUsed();
    const { id } = await desk.call('records.get', { kind: 'edge-bands', ref: 'ABS-22' });
    desk.service.state.patch('edgeBands', id, { data: [{ H1145: 1, H2000: 2 }] });
    await desk.pull();
    const rows = await rowsOf(desk, (await replace(desk)).plan);
    expect(rows[2]).toMatchObject({ outcome: 'error', changes: [] });
    expect(rows[2]?.issues[0]).toMatchObject({ place: 'data', value: 'H2000' });
  });

  it('follows links between fittings that name the id, and links none twice', async () => {
    const fittings = [
      { kod: 'A', name: 'A', price: '1' },
      { kod: 'B', name: 'B', price: '1' },
    ];
    const desk = await openDesk({ seed: { ...SEED, fittings } });
    const idOf = async (ref: string) =>
      (await desk.call('records.get', { kind: 'fittings', ref })).id;
    const [a, b] = [await idOf('A'), await idOf('B')];
    const values = { kod: 'C', name: 'C', connected: [a, 'X', b], replacement: ['A', 7] };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const { plan } = await desk.call('references.plan', { kind: 'fittings', ref: a, with: b });
    const [row] = await rowsOf(desk, plan);
    expect(row?.changes).toEqual([
      { field: 'connected', before: [a, 'X', b], after: ['X', b] },
      { field: 'replacement', before: ['A', 7], after: ['B', 7] },
    ]);
  });

  it.each([
    ['H1145', 'a record other than'],
    ['N-1', 'send it first'],
  ])('refuses %s as the replacement', async (other, expected) => {
    const desk = await openUsed();
    const values = { SIFRA: 'N-1', name: 'Nowy' };
    await desk.call('records.create', { kind: 'materials', values, files: [] });
    await expect(replace(desk, other)).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ place: 'with', expected: expect.stringContaining(expected) }] },
    });
  });
});

describe('where several records are used', () => {
  it('counts each user once, and none of the records themselves', async () => {
    const desk = await openUsed();
    const { rows } = await desk.call('records.list', { kind: 'materials', limit: 10 });
    const refs = rows.map(({ id }) => id);
    expect(await desk.call('records.usedByAny', { kind: 'materials', refs })).toMatchObject({
      total: 3,
      users: [{ title: 'Nowa szafa' }, { title: 'Szafa 2D' }, { title: 'ABS 22 dąb' }],
    });
  });
});
