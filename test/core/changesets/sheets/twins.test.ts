import { describe, expect, it } from 'vitest';
import { OBJ, openDesk, PRODUCT, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { checkSheet, rowsOf, undo } from '../../../support/sheets.ts';

const bands = (...codes: readonly string[]) =>
  codes.map((code) => ({ code, name: code, thickness: 1 }));
const deskOf = (...codes: readonly string[]) =>
  openDesk({ seed: { ...SEED, edgeBands: bands(...codes) } });
const lines = (...all: readonly string[]) => all.join('\n');

async function idsOf(desk: TestWorkstation): Promise<readonly string[]> {
  const { rows } = await desk.call('records.list', {
    kind: 'edge-bands',
    sort: { field: 'code', descending: false },
  });
  return rows.map(({ id }) => id);
}

const recode = (desk: TestWorkstation, ref: string, code: string) =>
  desk.call('records.update', { kind: 'edge-bands', ref, values: { code }, files: [] });
const codesSent = (desk: TestWorkstation) =>
  desk.service.state.all('edgeBands').map(({ code }) => code);

describe('two rows that would give two records one code', () => {
  it('are taken by neither where they are found by their ids', async () => {
    const desk = await deskOf('A', 'B');
    const given = (await idsOf(desk)).map((id) => `${id};C;x`);
    const bytes = lines('_id;code;name', ...given, ';C;z');
    const { plan, counts } = await checkSheet(desk, 'edge-bands', 'a.csv', bytes);
    expect(counts).toMatchObject({ new: 0, changed: 0, error: 3 });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 0 });
    const twice = (row: number) => `a code that no other row has: row ${row} has it too`;
    expect((await rowsOf(desk, plan)).map(({ issues }) => issues[0])).toMatchObject([
      { place: 'code', value: 'C', expected: twice(4) },
      { place: 'code', value: 'C', expected: twice(2) },
      { place: 'code', value: 'C', expected: twice(2) },
    ]);
  });

  it.each(['before', 'behind'])('are taken by neither far apart, the new one %s', async (where) => {
    const desk = await deskOf('A');
    const [id = ''] = await idsOf(desk);
    const between = Array.from({ length: 120 }, (_, at) => `;B-${at};Between`);
    const both = [`${id};C;x`, ';C;z'];
    const [first = '', last = ''] = where === 'behind' ? both : both.toReversed();
    const bytes = lines('_id;code;name', first, ...between, last);
    const { counts } = await checkSheet(desk, 'edge-bands', 'a.csv', bytes);
    expect(counts).toMatchObject({ new: 120, changed: 0, error: 2 });
  });

  it('or one name, where there are no codes and one of them is renamed', async () => {
    const products = [{ ...PRODUCT, name: 'P', images: [] }];
    const desk = await openDesk({ seed: { ...SEED, products } });
    const id = String(desk.service.state.all('products')[0]?.['_id']);
    desk.file('m.obj', OBJ);
    const head = 'name;status;date;materialy;main;modelPath';
    const rows = [`${id};R;1;2026-01-02;{};{};`, ';R;1;2026-01-02;{};{};m.obj'];
    for (const each of [rows, rows.toReversed()]) {
      const bytes = lines(`_id;${head}`, ...each);
      const { counts } = await checkSheet(desk, 'products', 'a.csv', bytes);
      expect(counts).toMatchObject({ new: 0, changed: 0, error: 2 });
    }
  });

  it('are both taken where two products, each found by its id, get one name', async () => {
    const products = ['P', 'Q'].map((name) => ({ ...PRODUCT, name, images: [] }));
    const desk = await openDesk({ seed: { ...SEED, products } });
    const given = desk.service.state.all('products').map((each) => `${String(each['_id'])};R`);
    const bytes = lines('_id;name', ...given);
    const { counts } = await checkSheet(desk, 'products', 'a.csv', bytes);
    expect(counts).toMatchObject({ changed: 2, error: 0 });
  });
});

describe('a change of a code to one that another record has', () => {
  it('is refused in a sheet, and says which record has it', async () => {
    const desk = await deskOf('A', 'B');
    const [a = ''] = await idsOf(desk);
    const { plan } = await checkSheet(desk, 'edge-bands', 'a.csv', `_id;kod\n${a};B`);
    expect(await rowsOf(desk, plan)).toMatchObject([
      {
        outcome: 'error',
        issues: [{ place: 'kod', expected: expect.stringContaining('“B” has it') }],
      },
    ]);
  });

  it('is refused by hand, whether or not that one was sent', async () => {
    const desk = await deskOf('A', 'B');
    const [a = ''] = await idsOf(desk);
    await desk.call('records.create', {
      kind: 'edge-bands',
      values: { code: 'N', name: 'N' },
      files: [],
    });
    const draft = await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'D', name: 'D' },
      files: [],
    });
    for (const code of ['B', 'N'])
      await expect(recode(desk, a, code)).rejects.toMatchObject({ code: 'invalid' });
    const values = { kod: 'ZAW-110' };
    await expect(
      desk.call('records.update', { kind: 'fittings', ref: draft.id, values, files: [] }),
    ).rejects.toMatchObject({ code: 'invalid' });
    expect((await desk.call('outbox.list', {})).operations).toHaveLength(2);
  });

  it('is left out where many get one code in one go', async () => {
    const desk = await deskOf('A', 'B', 'C');
    const ids = [...(await idsOf(desk))];
    const { plan } = await desk.call('paste.plan', {
      kind: 'edge-bands',
      ids,
      fields: ['code'],
      text: 'X\nX\nX',
    });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ queued: 1, left: 2 });
    await desk.push();
    expect(codesSent(desk)).toEqual(['X', 'B', 'C']);
  });

  it('is taken back, together with the one that had made room for it', async () => {
    const desk = await deskOf('A', 'D');
    const [a = '', d = ''] = await idsOf(desk);
    await recode(desk, a, 'B');
    await recode(desk, d, 'A');
    const { groups } = await desk.call('groups.list', {});
    const ids = groups.map(({ id }) => id);
    const { plan } = await desk.call('undo.plan', { groups: ids });
    expect(await desk.call('changesets.queue', { plan })).toMatchObject({ left: 0 });
    await desk.push();
    expect(codesSent(desk)).toEqual(['A', 'D']);
  });

  it('is not taken back once another has the code', async () => {
    const desk = await deskOf('A', 'D');
    const [a = '', d = ''] = await idsOf(desk);
    await recode(desk, a, 'B');
    const { groups } = await desk.call('groups.list', {});
    await recode(desk, d, 'A');
    expect(await undo(desk, groups[0]?.id)).toMatchObject({ queued: 0, left: 1 });
  });
});
