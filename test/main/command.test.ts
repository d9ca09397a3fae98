import fs from 'node:fs';
import { expect, it } from 'vitest';
import { startProgram } from './desktop.ts';

it('refuses a command of the terminal instead of opening a window', async () => {
  const program = startProgram({ words: ['data', 'move', '/elsewhere'], locale: 'pl' });
  await program.until(() => program.names().includes('ended'));
  expect(program.double.calls).toContainEqual({
    name: 'dialog.showErrorBox',
    args: ['Cabinet', expect.stringContaining('nie wykonano „data”')],
  });
  expect(program.double.calls).toContainEqual({ name: 'app.exit', args: [2] });
  expect(program.names()).not.toContain('new BrowserWindow');
  expect(fs.existsSync(program.dataDir)).toBe(false);
}, 60_000);
