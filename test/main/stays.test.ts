import { beforeAll, it } from 'vitest';
import { startProgram } from './desktop.ts';
import type { Program } from './desktop.ts';

let program: Program;
beforeAll(async () => {
  program = startProgram();
  await program.until(() => program.names().includes('window.loadURL'));
}, 60_000);

it('a page that asks to stay does not keep its window open', async () => {
  const window = program.window();
  window.contents.wantsToStay = true;
  window.close();
  await program.until(() => window.isDestroyed());
});
