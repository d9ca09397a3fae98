import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { built } from '../support/built.ts';
import { expectRefusal, finished, tempFolder } from './support.ts';
import type { Ran } from './support.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** Installs the package as npm lays it out; returns its folder and its terminal. */
function install(): { root: string; run: (...args: string[]) => Promise<Ran> } {
  const modules = path.join(fs.realpathSync(tempFolder()), 'lib', 'node_modules');
  const root = path.join(modules, 'cabinet');
  const main = path.dirname(fileURLToPath(built('main/cli.js')));
  fs.cpSync(main, path.join(root, 'out', 'main'), { recursive: true });
  fs.copyFileSync(path.join(PROJECT, 'package.json'), path.join(root, 'package.json'));
  fs.symlinkSync(
    path.join(PROJECT, 'node_modules', 'better-sqlite3'),
    path.join(modules, 'better-sqlite3'),
  );
  const cli = path.join(root, 'out', 'main', 'cli.js');
  return { root, run: (...args) => finished(spawn(process.execPath, [cli, ...args])) };
}

describe('the folder of the installed package, which a reinstall deletes', () => {
  it('is refused as a data folder and as the target of a move', async () => {
    const { root, run } = install();
    const inside = path.join(root, 'data');
    const status = await run('status', '--data-dir', inside, '--json');
    expectRefusal(status, 2, 'invalid', /outside the program folder/);
    expect(fs.existsSync(inside)).toBe(false);
    const outside = tempFolder();
    const add = ['add', 'materials', '--set', 'name=Oak', '--data-dir', outside];
    expect((await run(...add)).exit).toBe(0);
    const move = await run('data', 'move', inside, '--data-dir', outside, '--json');
    expectRefusal(move, 2, 'invalid', /outside the program folder/);
    expect(fs.existsSync(inside)).toBe(false);
    // A symbolic link is resolved before the check.
    const link = path.join(tempFolder(), 'link');
    fs.symlinkSync(root, link);
    const linked = await run(
      'data',
      'move',
      path.join(link, 'data'),
      '--data-dir',
      outside,
      '--json',
    );
    expectRefusal(linked, 2, 'invalid', /outside the program folder/);
  });

  it('is named at each start where data already lie in it, and can be left', async () => {
    const { root, run } = install();
    const [inside, outside] = [path.join(root, 'data'), path.join(tempFolder(), 'data')];
    const add = await run('add', 'materials', '--set', 'name=Oak', '--data-dir', outside);
    expect(add.exit).toBe(0);
    fs.cpSync(outside, inside, { recursive: true });
    for (const args of [['status'], ['queue']]) {
      const ran = await run(...args, '--data-dir', inside);
      expect(ran.exit).toBe(0);
      expect(ran.said).toContain(`The data folder ${inside} lies inside the installed program`);
    }
    const place = path.join(tempFolder(), 'place');
    expect((await run('data', 'move', place, '--data-dir', inside)).exit).toBe(0);
    const queue = await run('queue', '--data-dir', inside);
    expect(queue.said).toBe('');
    expect(queue.out).toContain('Oak');
  });
});
