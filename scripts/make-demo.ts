/**
 * Writes the demo catalogue: `node scripts/make-demo.ts [--out DIR]`, by default to resources/demo.
 * The same source always writes the same bytes. Files of an earlier run that are no longer needed
 * are removed.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { makeAddProduct } from './demo/add-product.ts';
import { makeEdgeBands } from './demo/edge-bands.ts';
import { plantFaults, typeCommas } from './demo/faults.ts';
import { makeFittings } from './demo/fittings.ts';
import { makeMaterials } from './demo/materials.ts';
import { makeProducts } from './demo/products.ts';
import type { Catalogue, Files } from './demo/types.ts';

/**
 * Returns JSON with one record per line.
 *
 * The file stays small, and a changed record is one changed line.
 */
function oneRecordPerLine(catalogue: Catalogue): string {
  const lists = Object.entries(catalogue).map(([name, records]: [string, readonly unknown[]]) => {
    const lines = records.map((record) => JSON.stringify(record));
    return `"${name}": [\n${lines.join(',\n')}\n]`;
  });
  return `{\n${lists.join(',\n')}\n}\n`;
}

/** Drops files that no record names after the faults are planted; an MTL stays with its OBJ. */
function dropUnnamed(files: Files, catalogue: string): void {
  for (const path of files.keys()) {
    if (!catalogue.includes(`"${path.replace(/\.mtl$/, '.obj')}"`)) files.delete(path);
  }
}

function makeFiles(): Files {
  const files: Files = new Map();
  const catalogue: Catalogue = {
    fittings: makeFittings(files),
    materials: makeMaterials(files),
    products: makeProducts(files),
    edgeBands: makeEdgeBands(),
  };
  typeCommas(catalogue);
  const faults = plantFaults(catalogue).map((fault) => JSON.stringify(fault));
  const text = oneRecordPerLine(catalogue);
  dropUnnamed(files, text);
  makeAddProduct(files, catalogue);
  files.set('catalogue.json', text);
  files.set('faults.json', `[\n${faults.join(',\n')}\n]\n`);
  return files;
}

function removeOthers(out: string, files: Files): void {
  for (const folder of ['uploads', 'add-product']) {
    for (const entry of readdirSync(join(out, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const name = relative(out, path).split(sep).join('/');
      if (entry.isFile() && !files.has(name)) rmSync(path);
    }
  }
}

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = values.out ?? join(import.meta.dirname, '..', 'resources', 'demo');
const files = makeFiles();
for (const [name, content] of files) {
  const path = join(out, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
removeOthers(out, files);
const bytes = [...files.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);
console.log(`${files.size} files, ${(bytes / 1e6).toFixed(2)} MB`);
