import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '#test/support/built.ts';

let folder = '';
beforeAll(() => {
  folder = path.dirname(fileURLToPath(built('main/index.js')));
}, 60_000);

const FIXED = /^(?:import|export) (?:[^"']* from )?["']([^"']+)["'];?$/;
const LAZY = /\bimport\(["']([^"']+)["']\)/g;

function importsOf(file: string): string[] {
  const code = fs.readFileSync(file, 'utf8').split('\n');
  const lines = code.filter((line) => !/^\s*(?:\*|\/\*|\/\/)/.test(line));
  return lines.flatMap((line) => {
    const fixed = FIXED.exec(line)?.[1];
    const lazy = [...line.matchAll(LAZY)].map((each) => each[1] ?? '');
    return fixed === undefined ? lazy : [fixed, ...lazy];
  });
}

/**
 * Returns every module that an entry can reach: its own chunks, and the names of external modules.
 */
function reached(entry: string): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const name of importsOf(file)) {
      if (name.startsWith('.')) visit(path.resolve(path.dirname(file), name));
      else seen.add(name);
    }
  };
  visit(path.join(folder, entry));
  return seen;
}

describe('the build', () => {
  it.each([
    ['cli.js', ['better-sqlite3']],
    ['serve.js', ['better-sqlite3']],
    ['worker.js', ['better-sqlite3']],
    ['listParserWorker.js', []],
  ])('keeps electron out of %s', (entry, expected) => {
    const names = [...reached(entry)].filter((each) => !path.isAbsolute(each));
    const outside = names.filter((each) => !isBuiltin(each));
    expect(outside).toEqual(expected);
  });

  it('needs nothing but electron and the database at the desktop', () => {
    const names = [...reached('index.js')].filter((each) => !path.isAbsolute(each));
    const outside = names.filter((each) => !isBuiltin(each));
    expect(outside.sort()).toEqual(['better-sqlite3', 'electron']);
  });
});
