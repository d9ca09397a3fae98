import fs from 'node:fs';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT } from '#test/support/desk.ts';
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

it('on a full disk a sign-in that the system would seal anew still holds', async () => {
  const service = await startReference({ account: ACCOUNT });
  onTestFinished(() => service.close());
  const page = program.page();
  await page.call('session.login', { url: service.url, ...ACCOUNT });
  const { control } = program.double;
  isFull = true;
  control.resealing = Promise.resolve();
  onTestFinished(() => {
    isFull = false;
    control.resealing = null;
  });
  expect((await page.call('status.get', {})).signedIn).toBe(true);
});

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
