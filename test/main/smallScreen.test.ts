import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

// A laptop that was undocked: Full HD at 150 %, without its taskbar.
const screen = { x: 0, y: 0, width: 1280, height: 672 };
const userData = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-shell-'));
let program: Program;
beforeAll(async () => {
  const window = { x: 0, y: 0, width: 1900, height: 1000, maximized: false };
  fs.writeFileSync(path.join(userData, 'shell.json'), JSON.stringify({ window }));
  program = startProgram({ userData, screen });
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);
afterAll(() => fs.rmSync(userData, { recursive: true, force: true }));

it('a window that was left on a larger screen is whole on the one that is there', () => {
  expect(program.window().options).toMatchObject({ ...screen, minWidth: 1024, minHeight: 672 });
});
