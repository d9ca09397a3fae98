import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

// As on Windows, Electron's folder and the data folder have the same name except for case.
const appData = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-roaming-'));
const old = path.join(appData, 'CABINET');
const { XDG_DATA_HOME: before } = process.env;
let program: Program;

beforeAll(async () => {
  process.env['XDG_DATA_HOME'] = appData;
  fs.mkdirSync(old);
  fs.writeFileSync(path.join(old, 'shell.json'), JSON.stringify({ secrets: { one: 'sealed' } }));
  fs.writeFileSync(path.join(old, 'Local State'), 'the key of the system');
  program = startProgram({ appData, userData: old, dataDir: path.join(appData, 'cabinet') });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);
afterAll(() => {
  if (before === undefined) delete process.env['XDG_DATA_HOME'];
  else process.env['XDG_DATA_HOME'] = before;
  fs.rmSync(appData, { recursive: true, force: true });
});

describe('the files of Electron', () => {
  const folder = path.join(appData, 'Cabinet Window');

  it('lie beside the data folder, also where Electron would put them into it', () => {
    expect(program.double.control.userData).toBe(folder);
    expect(fs.existsSync(path.join(appData, 'cabinet', 'shell.json'))).toBe(false);
  });

  it('take over what an earlier version remembered, and leave no copy', () => {
    const kept: unknown = JSON.parse(fs.readFileSync(path.join(folder, 'shell.json'), 'utf8'));
    expect(kept).toMatchObject({ secrets: { one: 'sealed' } });
    expect(fs.readFileSync(path.join(folder, 'Local State'), 'utf8')).toBe('the key of the system');
    expect(fs.readdirSync(old)).toEqual([]);
  });

  it('are set apart before Electron begins to use them', () => {
    const [first] = program.names();
    expect(first).toBe('app.setPath');
  });
});
