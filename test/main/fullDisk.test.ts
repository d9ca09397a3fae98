import fs from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

const { openSync } = fs;
let isFull = false;
let program: Program;
beforeAll(async () => {
  fs.openSync = (file, flags, mode) => {
    if (isFull && String(file).includes('shell.json') && flags !== 'r')
      throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    return openSync(file, flags, mode);
  };
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('on a full disk a place on another one can be named, and the window closes in order', async () => {
  isFull = true;
  program.double.control.target = '/media/stick/outbox.zip';
  expect(await program.page().call('shell.saveFile', { name: 'outbox.zip' })).toEqual({
    path: '/media/stick/outbox.zip',
  });
  program.double.realApp.quit();
  await program.until(() => program.names().includes('ended'));
  expect(program.names()).toContain('ended');
});
