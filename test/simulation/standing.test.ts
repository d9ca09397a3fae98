import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/tempFolder.ts';
import { keepStanding, standingOf } from './standing.ts';

/** Sources as a proof finds them: one file in each part. */
function sources() {
  const folder = tempFolder();
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  for (const part of ['cli', 'contract', 'core', 'reference', 'serve'])
    write(`src/${part}/a.ts`, 'export {};\n');
  write('test/simulation/run.ts', 'export {};\n');
  return { folder, write };
}

describe('a proof that is done in parts', () => {
  it('goes on where it stopped', () => {
    const { folder } = sources();
    const first = standingOf('nightly', 7, folder);
    expect(first).toMatchObject({ seed: 7, done: 0 });
    keepStanding('nightly', { ...first, done: 3 }, folder);
    expect(standingOf('nightly', 8, folder)).toEqual({ ...first, done: 3 });
    expect(standingOf('release', 8, folder)).toMatchObject({ seed: 8, done: 0 });
  });

  it('goes on where only tests and pages beside it were changed', () => {
    const { folder, write } = sources();
    keepStanding('nightly', { ...standingOf('nightly', 7, folder), done: 3 }, folder);
    write('test/simulation/harness.test.ts', 'other');
    write('test/simulation/regressions.json', '[]');
    write('src/renderer/a.ts', 'other');
    write('src/core/a.ts', 'export {};\r\n');
    expect(standingOf('nightly', 8, folder)).toMatchObject({ seed: 7, done: 3 });
  });

  it.each([
    'src/core/a.ts',
    'src/core/sync/new.ts',
    'src/reference/a.ts',
    'test/simulation/run.ts',
  ])('begins anew where %s is another', (name) => {
    const { folder, write } = sources();
    keepStanding('nightly', { ...standingOf('nightly', 7, folder), done: 3 }, folder);
    write(name, 'export const other = 1;\n');
    expect(standingOf('nightly', 8, folder)).toMatchObject({ seed: 8, done: 0 });
  });
});
