import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;

function logged(): string {
  return fs.readFileSync(path.join(program.dataDir, 'logs', 'cabinet.log'), 'utf8');
}

beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('a page that hangs is reloaded when the user asks for it, and left alone when it responds', async () => {
  const window = program.window();
  const asked = () => program.names().filter((each) => each === 'dialog.showMessageBox').length;
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(asked()).toBe(1);
  window.emit('responsive');
  await program.until(() => logged().includes('The window responds again'));
  expect(program.names()).not.toContain('contents.forcefullyCrashRenderer');

  program.double.control.pressed = 1;
  window.emit('unresponsive');
  await program.until(() => program.names().includes('contents.reload'));
  expect(program.names()).toContain('contents.forcefullyCrashRenderer');
});

it('a page that does not answer does not keep the program from ending', async () => {
  const window = program.window();
  window.contents.hangs = true;
  program.double.realApp.quit();
  await program.until(() => program.names().includes('ended'));
  expect(window.isDestroyed()).toBe(true);
});
