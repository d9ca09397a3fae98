import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { json } from '#contract/json.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
/** Copies the sources to a folder of their own; the packages are linked. */
function copySources(): string {
  const copy = tempFolder();
  for (const name of ['src', 'package.json', 'tsconfig.base.json'])
    fs.cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  const packages = path.join(ROOT, 'node_modules');
  fs.mkdirSync(path.join(copy, 'node_modules'));
  // The compiler keeps its cache in `node_modules/.cache`, so that folder is not shared.
  for (const name of fs.readdirSync(packages).filter((each) => each !== '.cache'))
    fs.symlinkSync(path.join(packages, name), path.join(copy, 'node_modules', name));
  return copy;
}

/** Inserts text before the first match of a line in a file of the copy. */
function insertBefore(copy: string, file: string, line: string, text: string): void {
  const target = path.join(copy, file);
  const before = fs.readFileSync(target, 'utf8');
  expect(before).toContain(line);
  fs.writeFileSync(target, before.replace(line, text + line));
}

/** Adds the kind by one descriptor and its lines in the two registries. */
function addWorktops(copy: string): void {
  const resources = 'src/contract/resources';
  fs.copyFileSync(
    path.join(import.meta.dirname, 'worktop.ts'),
    path.join(copy, resources, 'worktop.ts'),
  );
  const registry = `${resources}/resource.ts`;
  insertBefore(copy, registry, 'import', "import { worktop } from './worktop.ts';\n");
  insertBefore(copy, registry, '] as const;', ', worktop');
  const entry = { segment: 'worktops', one: 'worktop', total: 'totalWorktops' };
  const names = JSON.stringify({ ...entry, title: 'Worktop', code: 'signature' });
  insertBefore(copy, 'src/reference/kinds.ts', '} as const', `  worktops: ${names},\n`);
}

/** Returns what the compiler says about the descriptor; nothing for one that can work. */
async function typeErrors(copy: string): Promise<string> {
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const checked = run(process.execPath, [compiler, '-b', 'src/contract'], { cwd: copy });
  return checked.then(
    () => '',
    (error: unknown) => JSON.stringify(error),
  );
}

/** Browses, edits, imports and sends worktops with the sources of the copy. */
async function session(copy: string): Promise<unknown> {
  const script = path.join(copy, 'session.ts');
  fs.copyFileSync(path.join(import.meta.dirname, 'session.ts'), script);
  const { stdout } = await run(process.execPath, [script, tempFolder()], { cwd: copy });
  return json.parse(JSON.parse(stdout));
}

/** A literal that names a kind, apart from words inside sentences and examples. */
const KIND_LITERAL = new RegExp(`['"](?:${KINDS.join('|')})['"]`);

function sourcesOf(folder: string): readonly string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
}

describe('the sources outside the descriptors', () => {
  // The reference is written from the document alone, which knows four kinds.
  it('name no kind', () => {
    const rooms = ['cli', 'contract', 'core', 'main', 'renderer', 'serve'];
    const naming = rooms
      .flatMap((room) => sourcesOf(`src/${room}`))
      .filter((file) => path.dirname(file) !== path.join('src', 'contract', 'resources'))
      .flatMap((file) =>
        fs
          .readFileSync(path.join(ROOT, file), 'utf8')
          .split('\n')
          .filter((line) => KIND_LITERAL.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(naming).toEqual([]);
  });
});

describe('a fifth kind, added by one descriptor and a line in each registry', () => {
  it('type-checks, and is browsed, edited, imported and sent', async () => {
    const copy = copySources();
    addWorktops(copy);
    const [errors, seen] = await Promise.all([typeErrors(copy), session(copy)]);
    expect(errors).toBe('');
    expect(seen).toMatchObject({
      rail: ['products', 'fittings', 'materials', 'edge-bands', 'worktops'],
      draft: ['edge-bands', 'worktops', 'materials', 'fittings', 'products'],
      pulled: { total: 2, complete: true },
      found: ['BL-1'],
      counts: { new: 1, changed: 1, error: 1 },
      pushed: { done: 3, refused: 0, unknown: 0, conflict: 0, waiting: 0 },
      steps: [
        { kind: 'worktops', key: 'BL-3', outcome: 'exists' },
        { kind: 'worktops', key: 'BL-9', outcome: 'queued' },
      ],
      service: [
        { signature: 'BL-1', name: 'Oak 38', price: '399.50', warranty: 5 },
        { signature: 'BL-2', name: 'Beech 40', warranty: 7 },
        { signature: 'BL-3', name: 'Walnut', warranty: 2 },
      ],
    });
    expect(seen).toHaveProperty(
      'problems',
      expect.arrayContaining([
        'products  unknown-record',
        'worktops BL-2 price-zero',
        'worktops BL-2 unknown-fitting',
      ]),
    );
  });
});
