import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveDiagnostics } from '#core/app/shell/diagnostics/save.ts';
import { fileSecrets, systemDisk } from '#core/app/nodePlatform.ts';
import { moveData } from '#core/workspace/dataFolder/move.ts';
import { filesBelow } from '#test/support/canary.ts';
import { OBJ, openDesk, PNG } from '#test/support/desk.ts';
import type { TestWorkstation } from '#test/support/desk.ts';
import { filledFolder } from './dataFolders.ts';

/** Default umask of Linux and macOS: other users may read. */
const USUAL = 0o022;

let before = 0;
beforeEach(() => {
  before = process.umask(USUAL);
});
afterEach(() => {
  process.umask(before);
});

const modeOf = (place: string) => (fs.lstatSync(place).mode & 0o777).toString(8);

/** Returns the entries of a folder, itself included, that other users may read or enter. */
function openIn(folder: string): string[] {
  const inner = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['', ...inner]
    .map((name) => path.join(folder, name))
    .filter((place) => !fs.lstatSync(place).isSymbolicLink())
    .filter((place) => (fs.statSync(place).mode & 0o077) !== 0)
    .map((place) => `${path.relative(folder, place)} ${modeOf(place)}`);
}

/** Everything that a desk writes: an outbox, copies of files, a thumbnail, a plan of an import, a file to be fetched. */
async function workOn(desk: TestWorkstation): Promise<void> {
  const values = { code: 'ABS-1', name: 'ABS 1' };
  await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
  for (const [name, bytes] of [
    ['a.png', PNG],
    ['a.obj', OBJ],
  ] as const) {
    const file = desk.file(name, bytes);
    fs.chmodSync(file, 0o666);
    await desk.call('files.stage', { path: file, kind: 'products' });
  }
  const { sha256 } = await desk.call('files.give', {
    name: 'b.png',
    data: PNG.toString('base64'),
  });
  await desk.call('thumbs.put', { sha256, size: 64, data: PNG.toString('base64') });
  const sheet = desk.file('bands.csv', 'code,name\nABS-2,ABS 2\n');
  const { file } = await desk.call('files.stage', { path: sheet });
  const { sheet: opened } = await desk.call('sheets.open', { kind: 'edge-bands', file });
  await desk.call('sheets.check', { sheet: opened });
  await desk.call('outbox.export', { to: null });
}

describe.skipIf(process.platform === 'win32')('T6: files under the usual umask', () => {
  it('of a data folder are for this account alone, while it is open and closed', async () => {
    const desk = await openDesk();
    const data = path.join(desk.folder, 'data');
    await workOn(desk);
    // Those of the work, the mirror and the files, and the plan's.
    expect(filesBelow(data).filter((name) => name.endsWith('-wal'))).toHaveLength(4);
    expect(openIn(data)).toEqual([]);
    await desk.core.close();
    const names = filesBelow(data).map((file) => path.basename(file));
    expect(names).toContainEqual(expect.stringMatching(/^work-.*\.db$/));
    expect(openIn(data)).toEqual([]);
  });

  it('of a data folder of before are closed when it is opened, and a link in it is refused', async () => {
    const desk = await openDesk();
    const data = path.join(desk.folder, 'data');
    await workOn(desk);
    await desk.core.close();
    fs.mkdirSync(path.join(data, 'logs'));
    fs.writeFileSync(path.join(data, 'logs', 'cabinet.log'), '');
    for (const name of ['', ...fs.readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
      const place = path.join(data, name);
      fs.chmodSync(place, fs.statSync(place).isDirectory() ? 0o755 : 0o644);
    }
    const mine = desk.file('mine.txt', 'mine');
    const link = path.join(data, 'profiles', 'default', 'staged', 'link');
    fs.symlinkSync(mine, link);
    await expect(desk.restart()).rejects.toMatchObject({
      details: { why: { code: 'data-link', params: { place: link } } },
    });
    expect(modeOf(mine)).toBe('644');
    fs.rmSync(link);
    await desk.restart();
    expect(openIn(data)).toEqual([]);
    // A file that was opened to others by hand, in a folder that is closed.
    const work = path.join(data, 'profiles', 'default', 'work.db');
    fs.chmodSync(work, 0o644);
    await desk.restart();
    expect(modeOf(work)).toBe('600');
  });

  it('leaves a folder open that everybody uses', async () => {
    const desk = await openDesk();
    const data = path.join(desk.folder, 'data');
    fs.chmodSync(data, 0o1777);
    await desk.restart();
    expect(modeOf(data)).toBe('777');
    expect(openIn(path.join(data, 'profiles'))).toEqual([]);
  });

  it('of a folder that was moved are closed as well', async () => {
    const from = await filledFolder();
    fs.chmodSync(path.join(from, 'profiles', 'other'), 0o755);
    fs.chmodSync(path.join(from, 'profiles', 'other', 'work.db'), 0o644);
    const to = path.join(path.dirname(from), 'to');
    await moveData(systemDisk, from, to);
    expect(openIn(to)).toEqual([]);
  });

  it('with the token are closed', async () => {
    const from = path.join(path.dirname(await filledFolder()), 'fresh');
    await fileSecrets(from).set('token:default', 'a token');
    expect(openIn(path.join(from, 'secrets'))).toEqual([]);
  });

  it('that hold the queue or the diagnostics are closed wherever a person wants them', async () => {
    const desk = await openDesk();
    await workOn(desk);
    const queue = path.join(desk.folder, 'queue.zip');
    await desk.call('outbox.export', { to: queue });
    const diagnostics = path.join(desk.folder, 'diagnostics.zip');
    await saveDiagnostics([{ name: 'a.txt', text: 'a' }], diagnostics, 0);
    expect([modeOf(queue), modeOf(diagnostics)]).toEqual(['600', '600']);
  });

  it('that a person hands on are as the system makes any other', async () => {
    const desk = await openDesk();
    const to = path.join(desk.folder, 'fittings.json');
    await desk.call('sheets.export', { query: { kind: 'fittings' }, as: { format: 'json' }, to });
    expect(modeOf(to)).toBe('644');
  });
});
