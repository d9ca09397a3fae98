import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFaults, idOf, keyOf } from './check.ts';
import type { Catalogue, Finding, Kind, Row } from './check.ts';

const root = join(import.meta.dirname, '..', '..');
const demo = join(root, 'resources', 'demo');

const json = (...path: string[]): unknown =>
  JSON.parse(readFileSync(join(demo, ...path), 'utf8')) as unknown;

const stored = json('catalogue.json') as Record<string, readonly Row[]>;
const catalogue: Catalogue = {
  fittings: stored['fittings'] ?? [],
  materials: stored['materials'] ?? [],
  products: stored['products'] ?? [],
  'edge-bands': stored['edgeBands'] ?? [],
};
const kinds = Object.keys(catalogue) as Kind[];
const planted = json('faults.json') as Finding[];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

describe('the demo catalogue', () => {
  it('has the size of a small real one', () => {
    const count = (kind: Kind): number => catalogue[kind].length;
    expect(count('fittings')).toBeGreaterThanOrEqual(300);
    expect(count('materials')).toBeGreaterThanOrEqual(140);
    expect(count('products')).toBeGreaterThanOrEqual(80);
    expect(count('edge-bands')).toBeGreaterThanOrEqual(38);
  });

  it('gives every record an id of its own, 24 hexadecimal characters', () => {
    const ids = kinds.flatMap((kind) => catalogue[kind].map(idOf));
    expect(ids.filter((id) => !/^[0-9a-f]{24}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of ['id', 'UID']) {
      const values = catalogue.fittings.map((record) => record[name]);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it('keeps codes ASCII and at most 20 characters', () => {
    const coded: Kind[] = ['fittings', 'materials', 'edge-bands'];
    const codes = coded.flatMap((kind) => catalogue[kind].map((record) => keyOf(kind, record)));
    expect(codes.filter((code) => !/^[A-Z0-9-]{3,20}$/.test(code))).toEqual([]);
  });

  it('shows a band as a hex colour and a product with whole timestamps', () => {
    for (const band of catalogue['edge-bands']) {
      expect((band['formsSettings'] as Row)['color']).toMatch(/^#[0-9a-f]{6}$/);
    }
    for (const product of catalogue.products) {
      expect(product['date']).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(String(product['createdAt']) <= String(product['updatedAt'])).toBe(true);
      expect(new Date(String(product['updatedAt'])).toISOString()).toBe(product['updatedAt']);
    }
  });
});

describe('its faults', () => {
  const line = ({ kind, key, fault, id }: Finding): string => [fault, kind, key, id].join(' | ');

  it('are those of faults.json and no others', () => {
    const found = findFaults(catalogue, (path) => existsSync(join(demo, path)));
    expect(found.map(line).sort()).toEqual(planted.map(line).sort());
  });

  it('come two to four of a sort, one to a record', () => {
    const counts = new Map<string, number>();
    for (const { fault } of planted) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    expect(counts.size).toBe(13);
    expect([...counts].filter(([, count]) => count < 2 || count > 4)).toEqual([]);
    expect(new Set(planted.map(({ id }) => id)).size).toBe(planted.length);
  });
});

describe('its files', () => {
  it('are all used by some record, an MTL by the OBJ beside it', () => {
    const named = JSON.stringify(stored);
    const spare = filesIn(join(demo, 'uploads'))
      .map((path) => `uploads/${path}`)
      .filter((path) => !named.includes(`"${path.replace(/\.mtl$/, '.obj')}"`));
    expect(spare).toEqual([]);
  });

  it('stay small', () => {
    const files = filesIn(demo).map((path) => ({ path, size: statSync(join(demo, path)).size }));
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(3_000_000);
    const large = files.filter(({ path, size }) => path.endsWith('.png') && size >= 15_000);
    expect(large).toEqual([]);
  });

  it('hold whole numbers and names only, and open like their format', () => {
    const opening: Record<string, string> = {
      '.svg': '<svg ',
      '.obj': '# millimetres',
      '.mtl': 'newmtl ',
      '.dae': '<?xml ',
      '.wrl': '#VRML V2.0 utf8',
    };
    for (const path of filesIn(demo)) {
      const start = opening[extname(path)];
      if (start === undefined) continue;
      const text = readFileSync(join(demo, path), 'utf8');
      expect(text.startsWith(start), path).toBe(true);
      expect(/NaN|undefined|Infinity/.test(text), path).toBe(false);
    }
  });

  it('name only points an OBJ holds', () => {
    for (const path of filesIn(demo).filter((name) => name.endsWith('.obj'))) {
      const lines = readFileSync(join(demo, path), 'utf8').split('\n');
      const points = lines.filter((text) => text.startsWith('v ')).length;
      const corners = lines.filter((text) => text.startsWith('f ')).flatMap((f) => f.slice(2).split(' ').map(Number)); // prettier-ignore
      expect(Math.max(...corners), path).toBe(points);
      expect(Math.min(...corners), path).toBe(1);
    }
  });
});

describe('the manifest to try add-product with', () => {
  const manifest = json('add-product', 'wardrobe.json') as Record<string, unknown>;
  const entries = (name: string): readonly Row[] => manifest[name] as readonly Row[];
  const named: readonly [string, Kind][] = [
    ['edgeBands', 'edge-bands'],
    ['materials', 'materials'],
    ['fittings', 'fittings'],
  ];

  it.each(named)('names some %s of the catalogue and some new ones', (name, kind) => {
    const known = new Set(catalogue[kind].map((record) => keyOf(kind, record)));
    const isKnown = entries(name).map((entry) => known.has(keyOf(kind, entry)));
    expect(isKnown).toContain(true);
    expect(isKnown).toContain(false);
  });

  it('has every file beside it, and no others', () => {
    const product = manifest['product'] as Row;
    const all = [...entries('materials'), ...entries('fittings'), product];
    const wanted = all.flatMap((entry) => [
      entry['image'],
      entry['model'],
      ...((entry['images'] ?? []) as unknown[]),
    ]);
    const paths = new Set(wanted.filter((path) => path !== undefined).map(String));
    const held = filesIn(join(demo, 'add-product')).filter((path) => path !== 'wardrobe.json');
    expect([...paths].sort()).toEqual(held);
  });
});

describe('make-demo', () => {
  const fresh = mkdtempSync(join(tmpdir(), 'cabinet-demo-'));
  beforeAll(() => {
    const script = join(root, 'scripts', 'make-demo.ts');
    execFileSync(process.execPath, [script, '--out', fresh], { stdio: 'pipe' });
  });
  afterAll(() => rmSync(fresh, { recursive: true }));

  /**
   * The compressed pixels of a PNG may differ between machines, but the decompressed ones may not.
   */
  const content = (path: string): Buffer => {
    const bytes = readFileSync(path);
    if (!path.endsWith('.png')) return bytes;
    const at = bytes.indexOf('IDAT');
    const pixels = bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4));
    return Buffer.concat([bytes.subarray(0, at - 4), inflateSync(pixels)]);
  };

  it('writes the committed files again, byte for byte', () => {
    expect(filesIn(fresh)).toEqual(filesIn(demo));
    const differs = filesIn(fresh).filter(
      (path) => !content(join(fresh, path)).equals(content(join(demo, path))),
    );
    expect(differs).toEqual([]);
  });
});
