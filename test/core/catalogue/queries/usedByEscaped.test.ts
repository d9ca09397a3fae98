import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDesk, SEED } from '../../../support/desk.ts';

const [product] = SEED.products;

it.each([
  ['ŻÓŁ-1', String.raw`\u017b\u00d3\u0141-1`],
  ['ŻÓŁ-1', String.raw`\u017B\u00D3\u0141-1`],
  ['ŻÓŁ-1', String.raw`Ż\u00d3\u0141-1`],
  ['A/12', String.raw`A\/12`],
  ['A+B', String.raw`A\u002BB`],
  ['śruba "8"', String.raw`\u015bruba \u00228\u0022`],
])('a record that names the code %s as %s is found', async (code, written) => {
  const users = ['Szafa', 'Komoda'].map((name) => ({
    ...product,
    name,
    materialy: { korpus: { SIFRA: 'HERE' } },
  }));
  const materials = [{ SIFRA: code, name: 'Dąb', price: 1 }];
  const desk = await openDesk({ seed: { ...SEED, materials, products: users } });
  // Values that the service wrote itself stay unchanged.
  const db = new Database(path.join(desk.folder, 'data/profiles/default/cache.db'));
  db.prepare(
    `UPDATE record SET doc = replace(doc, 'HERE', ?) WHERE kind = 'products' AND doc LIKE '%Szafa%'`,
  ).run(written);
  db.prepare(
    `UPDATE record SET doc = replace(doc, 'HERE', ?) WHERE kind = 'products' AND doc LIKE '%Komoda%'`,
  ).run(`${written}x`);
  db.close();
  const found = await desk.call('records.usedBy', { kind: 'materials', ref: code });
  expect(found.users.map(({ title }) => title)).toEqual(['Szafa']);
});
