import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { desktopEntry } from '../../src/main/desktopEntry.ts';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
const config = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-config-'));
afterAll(() => fs.rmSync(config, { recursive: true }));
beforeAll(async () => {
  process.env['XDG_CONFIG_HOME'] = config;
  program = startProgram({ dataDir: path.join(config, 'data 100% "x" $') });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

const count = (name: string) => program.names().filter((each) => each === name).length;

it.skipIf(process.platform !== 'linux')(
  'the desktop starts with the computer if the person wishes so',
  async () => {
    const page = program.page();
    const file = path.join(config, 'autostart', 'cabinet.desktop');
    const off = { settings: { startWithComputer: false, keepRunning: false } };
    expect(await page.call('shell.background', {})).toEqual(off);
    expect(fs.existsSync(file)).toBe(false);
    await page.call('shell.setBackground', { startWithComputer: true });
    const [exec] = fs.readFileSync(file, 'utf8').match(/^Exec=.*$/m) ?? [];
    const data = String.raw`${config}/data 100%% \\"x\\" \\$`;
    expect(exec).toBe(`Exec="${process.execPath}" "--hidden" "--data-dir=${data}"`);
    expect(await page.call('shell.setBackground', { startWithComputer: false })).toEqual(off);
    expect(fs.existsSync(file)).toBe(false);
  },
);

it('no line of a path becomes a line of the entry that starts with the computer', () => {
  expect(() => desktopEntry(['cabinet', '--data-dir=/a\nExec=/b'])).toThrow(/line break/);
});

it.skipIf(process.platform === 'darwin')(
  'the desktop goes on without a window only if the person wishes so and something happens by itself',
  async () => {
    const page = program.page();
    await page.call('settings.set', { values: { autoSend: 'off', refreshMinutes: 0 } });
    await page.call('shell.setBackground', { keepRunning: true });
    expect(program.double.trays).toHaveLength(0);
    await page.call('settings.set', { values: { refreshMinutes: 15 } });
    await program.until(() => program.double.trays.length > 0);
    await page.call('settings.set', { values: { refreshMinutes: 0 } });
    await program.until(() => count('tray.destroy') === 1);
    await page.call('settings.set', { values: { autoSend: 'online', language: 'pl' } });
    await program.until(() => program.double.trays.length === 2);
    const tray = program.double.trays[1];
    await program.until(() => tray?.menu[0]?.label === 'Otwórz Cabinet');

    program.window().close();
    await program.until(() => program.double.windows.length === 0);
    expect(count('app.quit')).toBe(0);
    tray?.emit('click');
    await program.until(() => program.double.windows.length === 1);
    await program.until(() => count('window.loadURL') === 2);

    await program.page().call('shell.setBackground', { keepRunning: false });
    expect(count('tray.destroy')).toBe(2);
    program.window().close();
    await program.until(() => program.names().includes('ended'));
  },
);
