import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { startProgram } from './desktop.ts';

it.skipIf(process.platform === 'darwin')(
  'a start with the computer opens no window where Cabinet keeps running',
  async () => {
    const folder = tempFolder();
    const dataDir = path.join(folder, 'data');
    const core = openCore(testPlatform(dataDir));
    await core.call('settings.set', { values: { autoSend: 'online' } });
    await core.close();
    const userData = path.join(folder, 'shell');
    fs.mkdirSync(userData);
    fs.writeFileSync(path.join(userData, 'shell.json'), '{"keepRunning": true}');
    const program = startProgram({ dataDir, userData, words: ['--hidden'] });
    await program.until(() => program.double.trays.length === 1);
    expect(program.double.windows).toHaveLength(0);
    program.double.realApp.emit('second-instance', {}, [], '', {});
    await program.until(() => program.double.windows.length === 1);
  },
);
