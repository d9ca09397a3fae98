import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { pathsIn } from '#contract/localPath.ts';
import { procedures } from '#contract/procedures.ts';
import { connectTo } from '#contract/rpc/connect.ts';
import type { Calls } from '#contract/rpc/table.ts';
import { shellProcedures } from '#contract/shell.ts';
import { samplesOf } from '#test/contract/samples.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { webSocketChannel } from '#serve/webSocketChannel.ts';
import { openBrowser } from './browser.ts';

const CALLS: Calls = { ...procedures, ...shellProcedures };
const CANARY = 'canary-7f3a of a file that no window was given';
/** Input names that could hold a path without being marked so in the contract. */
const OTHER_NAMES = ['path', 'paths', 'file', 'folder', 'dir', 'to', 'from', 'source', 'manifest'];

/**
 * Returns JSON that names the file everywhere: a manifest, and the values and files of a record.
 */
function documentNaming(file: string): Readonly<Record<string, unknown>> {
  const item = { kod: 'K-1', name: 'K', model: file, images: [file], image: file, $file: file };
  return { ...item, folder: '/', fittings: [item], materials: [item], product: item };
}

/** Takes no input, and would open a different profile for the later calls. */
const NOT_CALLED = new Set(['shell.startDemo']);

async function openWindow() {
  const browser = await openBrowser();
  const socket = browser.socket(await browser.enter());
  onTestFinished(() => socket.close());
  const client = connectTo(webSocketChannel(socket), CALLS, {});
  await once(socket, 'open');
  return { browser, client };
}

/** Makes a private folder with a canary under each name that a model or a sheet may have. */
function strangersFolder(): { readonly folder: string; readonly files: readonly string[] } {
  const folder = path.join(tempFolder(), 'private');
  fs.mkdirSync(folder);
  const names = ['private.obj', 'private.csv', 'private.json'];
  for (const name of names) fs.writeFileSync(path.join(folder, name), CANARY);
  return { folder, files: names.map((name) => path.join(folder, name)) };
}

/** Returns the files of a folder that contain the canary. */
function canariesIn(folder: string): readonly string[] {
  const files = fs.globSync('**/*', { cwd: folder }).map((name) => path.join(folder, name));
  return files.filter(
    (file) => fs.statSync(file).isFile() && fs.readFileSync(file).includes(CANARY),
  );
}

describe('B7: a call of a window in the browser', () => {
  const names = Object.keys(CALLS).filter((name) => !NOT_CALLED.has(name));

  it('opens and writes no file that the window names, whatever the call and the field', async () => {
    const { browser, client } = await openWindow();
    const { folder, files } = strangersFolder();
    const before = fs.readdirSync(folder);
    const unrefused: string[] = [];
    for (const name of names) {
      const schema = CALLS[name]?.input;
      if (schema === undefined) throw new Error(`${name} has no input`);
      for (const text of [...files, folder, path.join(folder, 'new.zip')])
        for (const sample of samplesOf(schema, { text, document: documentNaming(text) })) {
          const more = Object.fromEntries(OTHER_NAMES.map((other) => [other, text]));
          const input = { ...more, ...Object(sample) };
          const error = await client.call(name, input).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          const isRefused = error instanceof AppError && error.code === 'refused';
          if (pathsIn(schema, input).length > 0 && !isRefused) unrefused.push(name);
        }
    }
    expect(unrefused).toEqual([]);
    expect(fs.readdirSync(folder)).toEqual(before);
    for (const file of files) expect(fs.readFileSync(file, 'utf8')).toBe(CANARY);
    expect(canariesIn(browser.dataDir)).toEqual([]);
  });

  it('opens a manifest without the files that it names', async () => {
    const { browser, client } = await openWindow();
    const { files } = strangersFolder();
    const [model = ''] = files;
    const manifest = { fittings: [{ kod: 'K-1', name: 'K', model }] };
    const answer = await client.call('productDrafts.fromManifest', { manifest, folder: null });
    expect(answer).toMatchObject({ skipped: [{ path: model, field: 'model' }] });
    expect(canariesIn(browser.dataDir)).toEqual([]);
  });
});
