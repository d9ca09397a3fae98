import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Query } from '#contract/procedures.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { Matches } from '#core/store/matches.ts';
import { openReader } from '#core/store/database.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import { sortKey } from '#core/record/sortKey.ts';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';

const NAMES = [
  'Łóżko dębowe',
  'Lampa',
  'Lustro',
  'Łącznik',
  'Ćwiek',
  'Cokół',
  'Žaluzja',
  'Zawias "cichy"',
  'Żłobek',
  "O'Brien 100%_x",
];
const seed = {
  fittings: NAMES.map((name, i) => ({
    kod: `K-${String(i).padStart(3, '0')}/A`,
    name,
    price: `${i},50`,
    producent: i % 2 === 0 ? 'Fersa' : 'Nordan',
    waga: `${i}.5`,
    wymiary: { x: String(i) },
  })),
  materials: [],
  products: [],
  edgeBands: [],
};
const search = async (desk: TestWorkstation, text: string) =>
  (await desk.call('records.list', { kind: 'fittings', search: text })).rows.map(
    ({ fields }) => fields['name'],
  );
const where = async (
  desk: TestWorkstation,
  field: string,
  op: 'is' | 'not' | 'contains' | 'lt' | 'gte' | 'empty',
  value: string,
) =>
  (await desk.call('records.list', { kind: 'fittings', where: [{ field, op, value }] })).rows.map(
    ({ key }) => key,
  );

describe('a filter by what no column shows', () => {
  const told = ['Łóżko z DĘBU', 'łata', 'Lampa', 'lustro'];
  const fittings = told.map((description, i) => ({ kod: `K-${i}`, name: 'x', description }));

  it('knows letters as columns do, whatever their case and marks', async () => {
    const desk = await openDesk({ seed: { ...seed, fittings } });
    expect(await where(desk, 'description', 'contains', 'ŁÓŻKO')).toEqual(['K-0']);
    expect(await where(desk, 'description', 'contains', 'debu')).toEqual(['K-0']);
    expect(await where(desk, 'description', 'is', 'łóżko z dębu')).toEqual(['K-0']);
    expect(await where(desk, 'description', 'is', 'ŁATA')).toEqual(['K-1']);
    expect(await where(desk, 'description', 'is', 'lata')).toEqual([]);
    expect(await where(desk, 'description', 'not', 'ŁATA')).toEqual(['K-0', 'K-2', 'K-3']);
    expect(await where(desk, 'description', 'lt', 'ł')).toEqual(['K-2', 'K-3']);
  });

  it('sorts by it as the alphabet does', async () => {
    const desk = await openDesk({ seed: { ...seed, fittings } });
    const sort = { field: 'description', descending: false };
    const { rows } = await desk.call('records.list', { kind: 'fittings', sort });
    expect(rows.map(({ key }) => key)).toEqual(['K-2', 'K-3', 'K-1', 'K-0']);
  });
});

describe('search', () => {
  it('ignores case and diacritics, and finds parts of words and of codes', async () => {
    const desk = await openDesk({ seed });
    expect(await search(desk, 'lozko')).toEqual(['Łóżko dębowe']);
    expect(await search(desk, 'ÓŻKO')).toEqual(['Łóżko dębowe']);
    expect(await search(desk, '003/a')).toEqual(['Łącznik']);
    expect(await search(desk, 'la')).toEqual(
      ['Lampa', 'Łącznik'].filter((name) => normalizeForSearch(name).includes('la')),
    );
    expect(await search(desk, 'deb loz')).toEqual(['Łóżko dębowe']);
    expect(await search(desk, 'zaluz')).toEqual(['Žaluzja']);
    expect(await search(desk, 'nothing of the kind')).toEqual([]);
  });

  it('reads the texts themselves while their index is being built', async () => {
    const desk = await openDesk({ seed });
    const file = path.join(desk.folder, 'data', 'profiles', 'default', 'cache.db');
    const cache = new Database(file);
    cache.exec(
      "INSERT INTO meta VALUES ('text:fittings', '0'); INSERT INTO find_fittings(find_fittings) VALUES ('delete-all')",
    );
    expect(await search(desk, 'lozko')).toEqual(['Łóżko dębowe']);
    cache.exec("DELETE FROM meta WHERE key = 'text:fittings'");
    cache.close();
    expect(await search(desk, 'lozko')).toEqual([]);
    await desk.restart();
  });

  it('goes on at the next start with an index that was not finished', async () => {
    const desk = await openDesk({ seed });
    const file = path.join(desk.folder, 'data', 'profiles', 'default', 'cache.db');
    const cache = new Database(file);
    cache.exec(
      "INSERT INTO meta VALUES ('text:fittings', '0'); INSERT INTO find_fittings(find_fittings) VALUES ('delete-all')",
    );
    await desk.pull();
    const left = cache.prepare("SELECT 1 FROM meta WHERE key LIKE 'text:%'").all();
    cache.close();
    expect(left).toEqual([]);
    expect(await search(desk, 'lozko')).toEqual(['Łóżko dębowe']);
  });

  it('shows rows as they arrived while the index of a list is being built', async () => {
    const desk = await openDesk({ seed });
    const file = path.join(desk.folder, 'data', 'profiles', 'default', 'cache.db');
    const cache = new Database(file);
    const sort = { field: 'name', descending: true };
    const shown = async (text: string) =>
      (await desk.call('records.list', { kind: 'fittings', search: text, sort })).rows.map(
        ({ key }) => String(key),
      );
    const sorted = await shown('');
    expect(sorted).not.toEqual(sorted.toSorted());
    cache.exec("INSERT INTO meta VALUES ('load:fittings', '1')");
    for (const text of ['', 'k-00']) {
      const keys = await shown(text);
      expect(keys).toHaveLength(NAMES.length);
      expect(keys).toEqual(keys.toSorted());
    }
    cache.exec("DELETE FROM meta WHERE key = 'load:fittings'");
    cache.close();
  });

  it('shows what changed since the same was asked before', async () => {
    const desk = await openDesk({ seed });
    expect(await search(desk, 'lampa')).toEqual(['Lampa']);
    const values = { name: 'Lampa LED' };
    await desk.call('records.update', { kind: 'fittings', ref: 'K-001/A', values, files: [] });
    expect(await search(desk, 'lampa')).toEqual(['Lampa LED']);
    expect(await search(desk, 'led')).toEqual(['Lampa LED']);
  });

  it.each([
    '"',
    '""',
    "'",
    '%',
    '_',
    '*',
    'a AND b',
    'NEAR(',
    'a" OR "b',
    '\\',
    '(',
    '- -',
    'ł'.repeat(200),
    '\u0000',
    'lam\u0000pa',
    '😀😀😀',
  ])('takes %j as text and nothing else', async (text) => {
    const desk = await openDesk({ seed });
    const found = await search(desk, text);
    for (const name of found) expect(normalizeForSearch(String(name)).length).toBeGreaterThan(0);
  });

  it('gives the first rows before they are counted, and the same ones', async () => {
    const desk = await openDesk({ seed });
    const glance = (text: string, limit: number) =>
      desk.call('records.glance', { kind: 'fittings', search: text, limit });
    const list = await desk.call('records.list', { kind: 'fittings', search: 'l', limit: 3 });
    expect(list.total).toBeGreaterThan(3);
    // The total of an earlier count is returned at once.
    expect((await glance('l', 3)).total).toBe(list.total);
    const early = await glance(' l', 3);
    expect(early).toEqual({ total: null, rows: list.rows });
    expect(await glance('lozko', 3)).toMatchObject({ total: 1, rows: [{ key: 'K-000/A' }] });
    expect(await glance('nothing of the kind', 3)).toEqual({ total: 0, rows: [] });
    const all = await desk.call('records.list', { kind: 'fittings', limit: 3 });
    expect(await desk.call('records.glance', { kind: 'fittings', limit: 3 })).toEqual(all);
  });

  it('finds the same in small steps, also when something changes in between', async () => {
    const desk = await openDesk({ seed });
    const file = path.join(desk.folder, 'data', 'profiles', 'default', 'cache.db');
    const cache = openReader(systemDisk, file);
    const steps = new Matches(cache, 2);
    for (const text of ['l', 'la', 'lam', 'nor', 'k-0', 'fersa z', 'nothing of the kind']) {
      const query = { kind: 'fittings', search: text } as const;
      const found = await steps.ofInSteps(query);
      expect([...(found ?? [])], text).toEqual([...(new Matches(cache).of(query) ?? [])]);
    }
    const where = [{ field: 'wymiary.x', op: 'not', value: '1' } as const];
    for (const text of ['', 'la', 'fer', 'fer s', 'nothing of the kind']) {
      const query = { kind: 'fittings', search: text, where } as const;
      const found = await steps.ofInSteps(query);
      expect([...(found ?? [])], text).toEqual([...(new Matches(cache).of(query) ?? [])]);
    }
    expect(await steps.ofInSteps({ kind: 'fittings' })).toBeNull();
    const query = { kind: 'fittings', search: 'o' } as const;
    const under = steps.ofInSteps(query);
    const other = new Database(file);
    other.exec("UPDATE rows_fittings SET folded = 'nothing' WHERE rid = 1");
    other.close();
    expect([...((await under) ?? [])]).toEqual([...(new Matches(cache).of(query) ?? [])]);
    const closed = steps.ofInSteps({ kind: 'fittings', search: 'e' });
    cache.close();
    await expect(closed).rejects.toMatchObject({ code: 'disconnected' });
  });

  it('glances at a list in its own order and behind its own filters', async () => {
    const desk = await openDesk({ seed });
    const query: Query = {
      kind: 'fittings',
      search: 'l',
      where: [{ field: 'producent', op: 'is', value: 'Fersa' }],
      sort: { field: 'price', descending: true },
      limit: 2,
    };
    const early = await desk.call('records.glance', query);
    const { rows } = await desk.call('records.list', query);
    expect(early).toEqual({ total: null, rows });
    expect(rows).toHaveLength(2);
  });

  it('R5: finds a quotation mark and a percent sign where they stand', async () => {
    const desk = await openDesk({ seed });
    expect(await search(desk, '"cichy"')).toEqual(['Zawias "cichy"']);
    expect(await search(desk, '100%_')).toEqual(["O'Brien 100%_x"]);
  });
});

describe('filters and order', () => {
  it('compares numbers as numbers, text without case, parts of a record by their dotted name', async () => {
    const desk = await openDesk({ seed });
    expect(await where(desk, 'price', 'lt', '1,5')).toEqual(['K-000/A']);
    expect(await where(desk, 'price', 'gte', '9.50')).toEqual(['K-009/A']);
    expect(await where(desk, 'producent', 'is', 'fersa')).toHaveLength(5);
    expect(await where(desk, 'producent', 'not', 'Fersa')).toHaveLength(5);
    expect(await where(desk, 'name', 'contains', 'lozk')).toEqual(['K-000/A']);
    expect(await where(desk, 'wymiary.x', 'is', '7')).toEqual(['K-007/A']);
    expect(await where(desk, 'waga', 'is', '2.5')).toEqual(['K-002/A']);
    expect(await where(desk, 'kategoria', 'empty', '')).toHaveLength(10);
  });

  it('takes an empty amount for none, and a text for no amount', async () => {
    const prices = { zero: '0', blank: '', space: '  ', none: null, ask: 'on request', two: '2' };
    const fittings = Object.entries(prices).map(([kod, price]) => ({ kod, name: 'x', price }));
    const desk = await openDesk({ seed: { ...seed, fittings } });
    expect(await where(desk, 'price', 'empty', '')).toEqual(['blank', 'none', 'space']);
    expect(await where(desk, 'price', 'gte', '0')).toEqual(['two', 'zero']);
    expect(await where(desk, 'price', 'lt', '1')).toEqual(['zero']);
    expect(await where(desk, 'price', 'is', '0')).toEqual(['zero']);
    const sort = { field: 'price', descending: true };
    const { rows } = await desk.call('records.list', { kind: 'fittings', sort });
    expect(rows.slice(0, 3).map(({ key }) => key)).toEqual(['ask', 'two', 'zero']);
  });

  it('names a field or a value that does not fit', async () => {
    const desk = await openDesk({ seed });
    await expect(where(desk, 'colour', 'is', 'x')).rejects.toMatchObject({ code: 'invalid' });
    await expect(where(desk, 'price', 'lt', 'cheap')).rejects.toThrow('a number');
  });

  it('sorts by the Polish and Croatian alphabets', async () => {
    const desk = await openDesk({ seed });
    const { rows } = await desk.call('records.list', {
      kind: 'fittings',
      sort: { field: 'name', descending: false },
    });
    const names = rows
      .map(({ fields }) => String(fields['name']))
      .filter((name) => /^[A-ZĄ-ž]/.test(name) && !name.startsWith('O'));
    expect(names).toEqual([
      'Cokół',
      'Ćwiek',
      'Lampa',
      'Lustro',
      'Łącznik',
      'Łóżko dębowe',
      'Zawias "cichy"',
      'Żłobek',
      'Žaluzja',
    ]);
    expect(sortKey('Łan') > sortKey('Lzz') && sortKey('Łan') < sortKey('M')).toBe(true);
  });

  it('pages, and counts all that match', async () => {
    const desk = await openDesk({ seed });
    const page = await desk.call('records.list', { kind: 'fittings', limit: 3, offset: 8 });
    expect(page.total).toBe(10);
    expect(page.rows.map(({ key }) => key)).toEqual(['K-008/A', 'K-009/A']);
    expect(await desk.call('records.ids', { kind: 'fittings', search: 'la' })).toMatchObject({
      total: (await search(desk, 'la')).length,
    });
  });
});
