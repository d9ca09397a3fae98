import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../build.mjs';

/** Licences allowed in the package: they require no more than a notice. */
const ALLOWED = new Set(['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'OFL-1.1', 'Zlib', 'CC0-1.0', 'BlueOak-1.0.0']); // prettier-ignore

/** Parts that no source map names: the driver stays outside the bundles, and a font is not code. */
const BESIDE = ['better-sqlite3', '@fontsource-variable/inter'];

/** One npm package that is part of the program. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

const sourceMap = z.object({ sources: z.array(z.string()) });
const manifest = z.object({ version: z.string(), license: z.string().default('none given') });

/**
 * Returns every package with code in the built program, sorted by name.
 *
 * The names come from the source maps.
 */
export function parts(): Part[] {
  const names = new Set(BESIDE);
  for (const file of fs.globSync('out/**/*.map', { cwd: root }))
    for (const source of sourceMap.parse(readJson(path.join(root, file))).sources) {
      const name = [...source.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1];
      if (name !== undefined) names.add(name);
    }
  return [...names].sort().map(partOf);
}

/** Returns the parts whose licence is not on the allowed list. */
export function foreignTerms(all: readonly Part[]): Part[] {
  return all.filter(({ licence }) => !ALLOWED.has(licence));
}

/** Writes the licence text of every part into the built program, as most licences require. */
export function writeNotices(all: readonly Part[]): void {
  const text = all.map(
    (each) => `${each.name} ${each.version} (${each.licence})\n\n${each.text}\n`,
  );
  fs.writeFileSync(path.join(root, 'out', 'third-party.txt'), text.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Returns one installed package as a part. */
export function partOf(name: string): Part {
  const folder = path.join(root, 'node_modules', name);
  const { version, license } = manifest.parse(readJson(path.join(folder, 'package.json')));
  const file = fs.readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : fs.readFileSync(path.join(folder, file), 'utf8').trim();
  return { name, version, licence: license, text };
}

function readJson(file: string): unknown {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}
