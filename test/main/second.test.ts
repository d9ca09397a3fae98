import { expect, it } from 'vitest';
import { startProgram } from './desktop.ts';

it('a second instance opens nothing and ends', async () => {
  const program = startProgram({ lock: false });
  await program.until(() => program.names().includes('ended'));
  expect(program.names()).not.toContain('app.whenReady');
  expect(program.names()).not.toContain('new BrowserWindow');
}, 60_000);
