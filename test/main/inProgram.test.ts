import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

const { execPath } = process;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-program-'));
// The layout of a Mac, where an update replaces the whole bundle. On other systems it is the folder
// of the program's file.
const installed = path.join(folder, 'Cabinet.app', 'Contents', 'MacOS');
let program: Program;
beforeAll(async () => {
  // The folder already holds data, because a new data folder there is refused.
  fs.mkdirSync(path.join(installed, 'data', 'profiles'), { recursive: true });
  program = startProgram({
    dataDir: path.join(installed, 'data'),
    execPath: path.join(installed, 'Cabinet'),
  });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);
afterAll(() => {
  process.execPath = execPath;
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('the folder of the program, which an update and uninstalling take away', () => {
  it('is said to hold the data where it does, in front of the window', async () => {
    await program.until(() => program.names().includes('dialog.showMessageBox'));
    const boxes = program.double.calls.filter(({ name }) => name === 'dialog.showMessageBox');
    expect(boxes.map(({ args }) => args)).toEqual([
      [
        'Cabinet',
        `Your data is in the program folder ${program.dataDir}. Uninstalling or updating Cabinet would delete it. Move the data to another folder in Settings.`,
        true,
      ],
    ]);
  });

  it('takes no data that are moved; a folder beside it does', async () => {
    const page = program.page();
    const inside = path.join(installed, 'elsewhere');
    await program.choose(inside);
    await expect(page.call('shell.moveData', { to: inside })).rejects.toMatchObject({
      code: 'invalid',
      details: { issues: [{ place: 'folder', value: inside }] },
    });
    expect(fs.existsSync(inside)).toBe(false);
    const beside = path.join(folder, 'Cabinet.app data');
    await program.choose(beside);
    expect((await page.call('shell.moveData', { to: beside })).folder).toBe(beside);
  });
});
