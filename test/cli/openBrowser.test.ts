import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '#test/support/tempFolder.ts';
import { openBrowser } from '../../src/cli/openBrowser.ts';

/** Simulates a system that opens pages with this script. */
function systemWith(script: string): void {
  const folder = tempFolder();
  fs.writeFileSync(path.join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { PATH } = process.env;
  process.env['PATH'] = `${folder}${path.delimiter}${PATH ?? ''}`;
  onTestFinished(() => {
    process.env['PATH'] = PATH;
  });
}

function opened(): Promise<'failed'> {
  return new Promise((resolve) => {
    onTestFinished(openBrowser('http://127.0.0.1:1/#token=x', () => resolve('failed')));
  });
}

it.runIf(process.platform === 'linux')('tells of a system that has no browser', async () => {
  systemWith('exit 3');
  expect(await opened()).toBe('failed');
});

it.runIf(process.platform === 'linux')('tells nothing where one was opened', async () => {
  const note = path.join(tempFolder(), 'note');
  systemWith(`cat "$1" > '${note}.part'; mv '${note}.part' '${note}'`);
  const ended = opened();
  const watcher = fs.watch(path.dirname(note));
  onTestFinished(() => watcher.close());
  while (!fs.existsSync(note)) await once(watcher, 'change');
  expect(fs.readFileSync(note, 'utf8')).toContain('http://127.0.0.1:1/#token=x');
  const later = new Promise((resolve) => setTimeout(() => resolve('nothing'), 200));
  expect(await Promise.race([ended, later])).toBe('nothing');
});
