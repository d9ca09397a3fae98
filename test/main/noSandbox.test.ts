import fs from 'node:fs';
import { expect, it } from 'vitest';
import { startProgram } from './desktop.ts';

it('E12: does not start without the sandbox, and says why', async () => {
  const program = startProgram({ switches: ['no-sandbox'] });
  await program.until(() => program.names().includes('ended'));
  expect(program.double.calls).toContainEqual({
    name: 'dialog.showErrorBox',
    args: ['Cabinet', expect.stringContaining('its sandbox is switched off')],
  });
  expect(program.double.calls).toContainEqual({ name: 'app.exit', args: [2] });
  expect(program.names()).not.toContain('new BrowserWindow');
  expect(fs.existsSync(program.dataDir)).toBe(false);
}, 60_000);
