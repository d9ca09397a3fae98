import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('the log goes along with data that are moved, so that they can be moved back to where nothing is left', async () => {
  const page = program.page();
  const { dataDir } = program;
  const to = `${dataDir}-moved`;
  await program.choose(to);
  await page.call('shell.moveData', { to });
  await page.call('shell.removeOldData', { folder: dataDir });
  program.double.power.emit('suspend');
  const log = path.join(to, 'logs', 'cabinet.log');
  expect(fs.existsSync(path.join(dataDir, 'logs'))).toBe(false);
  expect(fs.readFileSync(log, 'utf8')).toContain('goes to sleep');
  await program.choose(dataDir);
  expect((await page.call('shell.moveData', { to: dataDir })).folder).toBe(dataDir);
});
