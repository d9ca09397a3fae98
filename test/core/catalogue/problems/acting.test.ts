import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { ModelFacts } from '#contract/files/facts.ts';
import type { ProblemFilter } from '#contract/problems.ts';
import { openDesk, PNG, SEED } from '../../../support/desk.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const check = (desk: TestWorkstation) => desk.call('problems.check', {});
const list = async (desk: TestWorkstation, filter: ProblemFilter) =>
  (await desk.call('problems.list', filter)).problems;
const edit = (desk: TestWorkstation, ref: string, price: string) =>
  desk.call('records.update', { kind: 'fittings', ref, values: { price }, files: [] });
/** Writes into a database of the profile from outside, and opens the profile again. */
async function behind(desk: TestWorkstation, name: string, sql: string): Promise<void> {
  const db = new Database(path.join(desk.folder, 'data/profiles/default', name));
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
  await desk.restart();
  await check(desk);
}

/** The facts of a model that stands at the origin, in millimetres. */
function modelOf(mm: readonly number[]): ModelFacts {
  const [x = 0, y = 0, z = 0] = mm;
  return {
    format: 'obj',
    version: null,
    up: 'y',
    unit: { millimetres: 1, from: 'person', said: null },
    box: { min: [0, 0, 0], max: [x, y, z] },
    triangles: 12,
    materials: [],
    textures: [],
    libraries: [],
    notes: [],
  };
}

/** As the file room keeps it: the box of the model whose bytes were sent under a path. */
async function measure(desk: TestWorkstation, file: string, mm: readonly number[]): Promise<void> {
  await behind(
    desk,
    'files.db',
    `INSERT OR REPLACE INTO fact(sha256, size, type, model)
     VALUES ('abc', 1, 'obj', '${JSON.stringify(modelOf(mm))}')`,
  );
  await behind(
    desk,
    'work.db',
    `INSERT OR IGNORE INTO staged VALUES ('f', 'abc', 1, '.obj', 'a.obj', '', 0);
     INSERT OR IGNORE INTO upload VALUES (1, 'f', 'model', 0, 'a.obj', 'sent', '${file}', 0);`,
  );
  await behind(
    desk,
    'cache.db',
    `INSERT OR IGNORE INTO problem_dirty SELECT rid, kind FROM problem_ref WHERE code = '${file}'`,
  );
}

/** Takes a stored file away from the service, as a careless hand would. */
function loseFile(folder: string, stored: string): void {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = names.filter((name) => name.endsWith(path.basename(stored)));
  expect(found.length).toBeGreaterThan(0);
  for (const name of found) fs.rmSync(path.join(folder, name));
}

const zero = { rules: ['price-zero'] } satisfies ProblemFilter;

describe('problems while a person works', () => {
  it('come and go with each edit, by themselves, and say so', async () => {
    const desk = await openDesk();
    await check(desk);
    const told: unknown[] = [];
    desk.core.on('problems.changed', (data) => told.push(data));
    const heard = async () => {
      const before = told.length;
      while (told.length === before) await new Promise((resolve) => setImmediate(resolve));
    };
    const coming = heard();
    await edit(desk, 'ZAW-110', '0');
    await coming;
    expect(await list(desk, zero)).toMatchObject([
      { key: 'ZAW-110', pending: 'waiting', field: 'price' },
    ]);
    const going = heard();
    await edit(desk, 'ZAW-110', '5');
    await going;
    expect(await list(desk, zero)).toEqual([]);
  });

  it('are found by the code, the name and the id of their record', async () => {
    const desk = await openDesk();
    await edit(desk, 'ZAW-110', '0');
    await check(desk);
    const { id } = await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' });
    for (const search of ['zaw-110', '110° zawias', id, id.slice(2).toUpperCase()])
      expect(await list(desk, { ...zero, search })).toMatchObject([{ id }]);
    expect(await list(desk, { ...zero, search: `${id}x` })).toEqual([]);
  });

  it('stay hidden with their reason until the value at fault is another one', async () => {
    const desk = await openDesk();
    await edit(desk, 'ZAW-110', '0');
    await check(desk);
    const [found] = await list(desk, zero);
    if (found === undefined) throw new Error('nothing found');
    const { kind, id, rule, field } = found;
    const ref = { kind, id, rule, field };
    expect(await desk.call('problems.hide', { problems: [ref], reason: 'a free sample' })).toEqual({
      hidden: 1,
    });
    expect(await list(desk, zero)).toEqual([]);
    await desk.restart();
    await check(desk);
    expect(await list(desk, { ...zero, hidden: true })).toMatchObject([
      { hidden: { reason: 'a free sample' } },
    ]);
    await edit(desk, 'ZAW-110', '-1');
    await check(desk);
    expect(await list(desk, zero)).toHaveLength(1);
    await edit(desk, 'ZAW-110', '0');
    await check(desk);
    expect(await list(desk, zero)).toEqual([]);
    await desk.call('problems.show', { problems: [ref] });
    expect(await list(desk, zero)).toHaveLength(1);
  });

  it('hide again what a kill left in sight, and show what nobody hid', async () => {
    const desk = await openDesk();
    await edit(desk, 'ZAW-110', '0');
    await edit(desk, 'ZAW-155', '0');
    await check(desk);
    const [first] = await list(desk, zero);
    if (first === undefined) throw new Error('nothing found');
    const { kind, id, rule, field } = first;
    await desk.call('problems.hide', { problems: [{ kind, id, rule, field }], reason: 'x' });
    await behind(desk, 'cache.db', 'UPDATE problem SET hidden = 1 - hidden');
    const shown = await list(desk, zero);
    expect(shown.map((each) => each.id)).not.toContain(id);
    expect(shown).toHaveLength(1);
  });

  it('show what nobody hid, however much of it there is', async () => {
    const desk = await openDesk();
    await check(desk);
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)';
    const db = new Database(path.join(desk.folder, 'data/profiles/default/cache.db'));
    db.exec(
      `INSERT INTO problem_row ${many}
         SELECT -i, 'fittings', 'x' || i, NULL, NULL, NULL, NULL, NULL, 0, 0 FROM n;
       INSERT INTO problem ${many}
         SELECT 'fittings', -i, 'price-zero', 'price', NULL, '{}', '0', 0, 1 FROM n`,
    );
    db.close();
    await desk.restart();
    const { total } = await desk.call('problems.list', { hidden: true, limit: 1 });
    expect(total).toBe(0);
  });

  it('finds a price that slipped by a decimal place, within its own group', async () => {
    const fitting = (number: number, price: string) => ({
      kod: `F-${number}`,
      name: `Okucie ${number}`,
      kategoria: 'Zawiasy',
      podkategoria: number < 20 ? 'puszkowe' : 'drobne',
      price,
    });
    const prices = ['9.1', '9.4', '9,8', '10', '10.2', '10.9', '11', '11.5', '98'];
    const small = ['0.1', '0.1', '0.2'];
    const seed = {
      ...SEED,
      fittings: [
        ...prices.map((price, at) => fitting(at, price)),
        ...small.map((price, at) => fitting(20 + at, price)),
      ],
    };
    const desk = await openDesk({ seed });
    await check(desk);
    const found = await list(desk, { rules: ['price-outlier'] });
    expect(found).toMatchObject([{ key: 'F-8', params: { value: 98, median: 10.2, size: 9 } }]);
    await edit(desk, 'F-8', '9.80');
    await check(desk);
    expect(await list(desk, { rules: ['price-outlier'] })).toEqual([]);
  });

  it('compares sizes with a measured model, and with nothing that was not measured', async () => {
    const wymiary = { x: '100', y: '20', z: '30' };
    const desk = await openDesk({
      seed: { ...SEED, fittings: [{ kod: 'A', name: 'A', wymiary, model: 'u/a.obj' }] },
    });
    await check(desk);
    expect(await list(desk, { rules: ['size-unlike-model'] })).toEqual([]);
    await measure(desk, 'u/a.obj', [30, 100.4, 20]);
    expect(await list(desk, { rules: ['size-unlike-model'] })).toEqual([]);
    await measure(desk, 'u/a.obj', [3, 10, 2]);
    expect(await list(desk, { rules: ['size-unlike-model'] })).toMatchObject([
      { field: 'wymiary', params: { stored: [100, 20, 30], model: [3, 10, 2] } },
    ]);
  });

  it('multiplies the size of a model by the scale of its placement', async () => {
    const wymiary = { x: '100', y: '20', z: '30' };
    const placed = (kod: string, scale: number | string) => {
      return { kod, name: kod, wymiary, model: 'u/a.obj', mdrl: { scale } };
    };
    const fittings = [placed('A', 10), placed('B', '10'), placed('C', 0), placed('D', 20)];
    const desk = await openDesk({ seed: { ...SEED, fittings } });
    await check(desk);
    await measure(desk, 'u/a.obj', [3, 10, 2]);
    // A scale of zero is no scale: the model counts as it is.
    expect(await list(desk, { rules: ['size-unlike-model'] })).toMatchObject([
      { key: 'C', params: { model: [3, 10, 2] } },
      { key: 'D', params: { model: [60, 200, 40] } },
    ]);
  });
});

describe('mends that need no judgement', () => {
  const bands = [
    { code: 'A', name: 'A', thickness: '0,8 mm', isActive: 'tak', formsSettings: {} },
    { code: 'B', name: 'B', thickness: 'thin', isActive: true },
  ];

  it('are shown before they are queued, go as one named group, and are read back', async () => {
    const desk = await openDesk({ seed: { ...SEED, edgeBands: bands } });
    await check(desk);
    const { fixes } = await desk.call('problems.fixes', { filter: {} });
    expect(fixes.map(({ key, changes }) => ({ key, changes }))).toEqual([
      { key: 'A', changes: [{ field: 'isActive', before: 'tak', after: true }] },
      { key: 'A', changes: [{ field: 'thickness', before: '0,8 mm', after: 0.8 }] },
    ]);
    expect((await desk.call('outbox.list', {})).operations).toEqual([]);
    const thin = (await list(desk, { rules: ['wrong-type'] })).find(({ key }) => key === 'B');
    if (thin === undefined) throw new Error('nothing found');
    const all = [...fixes, { ...thin, changes: [] }];
    const done = await desk.call('problems.fix', { fixes: all, name: 'Types' });
    expect(done.skipped).toMatchObject([{ field: 'thickness', why: 'no-fix' }]);
    const { groups } = await desk.call('groups.list', {});
    expect(groups).toMatchObject([
      { id: done.group, label: { code: 'fix', count: 1, params: { record: 'Types' } } },
    ]);
    const again = await desk.call('problems.fix', { fixes: all });
    expect(again).toMatchObject({ group: null, queued: 0 });
    expect((await desk.call('groups.list', {})).groups).toHaveLength(1);
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.all('edgeBands')[0]).toMatchObject({
      thickness: 0.8,
      isActive: true,
    });
    await check(desk);
    expect(await list(desk, { rules: ['wrong-type'] })).toMatchObject([
      { key: 'B', fixable: false },
    ]);
  });

  it('send a file again from the copy that was kept, once the service was found without it', async () => {
    const depot = tempFolder();
    const desk = await openDesk({ dataDir: depot });
    const { file } = await desk.call('files.stage', {
      path: desk.file('a.png', PNG),
      kind: 'materials',
    });
    await desk.call('records.update', {
      kind: 'materials',
      ref: 'H1145',
      values: {},
      files: [{ field: 'PICFILE', file }],
    });
    await desk.push();
    await check(desk);
    const counts = await desk.call('problems.checkFiles', {});
    expect(counts.held).toBe(1);
    const { record } = await desk.call('records.get', { kind: 'materials', ref: 'H1145' });
    loseFile(depot, String(record['PICFILE']));
    await desk.call('problems.checkFiles', { again: true });
    await check(desk);
    const filter = { rules: ['file-not-held'], kinds: ['materials'] } satisfies ProblemFilter;
    const found = await list(desk, filter);
    expect(found).toMatchObject([
      { fixable: true, params: { path: record['PICFILE'], reason: 'missing' } },
    ]);
    const { fixes } = await desk.call('problems.fixes', { filter });
    await desk.call('problems.fix', { fixes });
    expect(await desk.push()).toMatchObject({ done: 1 });
    await check(desk);
    await desk.call('problems.checkFiles', {});
    await check(desk);
    expect(await list(desk, filter)).toEqual([]);
  });
});
