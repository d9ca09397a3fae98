import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OBJ, PNG } from '#test/support/desk.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

const SHEET = 'code,name\nABS-1,ABS 1\n';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-archives-'));
/** A folder with an archive's ending in its name, and a file that is an archive only by name. */
const named = path.join(folder, 'Kuchnia.ASAR');
const forged = path.join(named, 'forged.asar');
let program: Program;

beforeAll(async () => {
  fs.mkdirSync(named);
  fs.writeFileSync(path.join(named, 'a.png'), PNG);
  fs.writeFileSync(path.join(named, 'a.obj'), OBJ);
  fs.writeFileSync(path.join(named, 'bands.csv'), SHEET);
  fs.writeFileSync(forged, Buffer.alloc(16, 0xff));
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
  program.give(named);
}, 60_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Chooses a file in the system's save dialog. */
async function save(to: string): Promise<void> {
  program.double.control.target = to;
  await program.page().call('shell.saveFile', { name: 'a' });
}

describe('E15: what a person named as an archive of Electron', () => {
  it('is walked as the folder that it is, and a file is a file', async () => {
    const { files, passedOver } = await program.page().call('files.walk', { paths: [named] });
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['a.obj', OBJ.length],
      ['a.png', PNG.length],
      ['bands.csv', SHEET.length],
      ['forged.asar', 16],
    ]);
    expect(passedOver).toEqual([]);
    const single = await program.page().call('files.walk', { paths: [forged] });
    expect(single.files).toHaveLength(1);
  });

  it('gives its files to be sent and read', async () => {
    const page = program.page();
    for (const name of ['a.png', 'a.obj'])
      await page.call('files.stage', { path: path.join(named, name), kind: 'products' });
    const { file } = await page.call('files.stage', { path: path.join(named, 'bands.csv') });
    await page.call('sheets.open', { kind: 'edge-bands', file });
    const refused = page.call('files.stage', { path: forged, kind: 'fittings' });
    await expect(refused).rejects.toMatchObject({ code: 'rejected-file' });
  });

  it('takes what is written', async () => {
    const page = program.page();
    const to = path.join(named, 'bands.json');
    await save(to);
    await page.call('sheets.export', {
      query: { kind: 'edge-bands' },
      as: { format: 'json' },
      to,
    });
    await page.call('shell.diagnostics', {});
    const archive = path.join(folder, 'diagnostics.asar');
    await save(archive);
    expect(await page.call('shell.saveDiagnostics', { to: archive })).toMatchObject({
      file: archive,
    });
  });
});
