import { expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { startProgram } from './desktop.ts';

it('a profile that another program has is named, and the program ends', async () => {
  const folder = tempFolder();
  const other = openCore(testPlatform(folder));
  onTestFinished(() => other.close());
  const program = startProgram({ dataDir: folder });
  await program.until(() => program.names().includes('ended'));
  const box = program.double.calls.find(({ name }) => name === 'dialog.showErrorBox');
  expect(box?.args[1]).toContain('open in another Cabinet window');
}, 60_000);
