import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { commitRelaxed, transact } from '#core/store/database.ts';
import { filesWithSecrets } from '../../support/canary.ts';
import { openDesk } from '../../support/desk.ts';
import { SETTLE, SURE } from '../../support/editing.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { keptToken } from '#test/support/keptToken.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const FULL = 2;
const NORMAL = 1;
const profile = (desk: TestWorkstation) => path.join(desk.folder, 'data', 'profiles', 'default');
const edit = (desk: TestWorkstation) =>
  desk.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-110',
    values: { price: '9.20' },
    files: [],
  });

/** Closes the core, does something to its files, and opens it again. */
async function whileClosed(desk: TestWorkstation, work: (folder: string) => void): Promise<void> {
  await desk.core.close();
  work(profile(desk));
  await desk.restart();
}

describe('durability', () => {
  it('is FULL for the work and NORMAL for the mirror, on the first open and every later one', () => {
    const platform = testPlatform(tempFolder());
    for (let i = 0; i < 2; i += 1) {
      const { ws, close } = openWorkspace(platform, () => undefined);
      ws.meta.set('written', String(i));
      expect(ws.work.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(ws.work.pragma('synchronous', { simple: true })).toBe(FULL);
      expect(ws.cache.pragma('synchronous', { simple: true })).toBe(NORMAL);
      expect(ws.work.pragma('foreign_keys', { simple: true })).toBe(1);
      expect(ws.work.pragma('trusted_schema', { simple: true })).toBe(0);
      close();
    }
  });

  it('is FULL again after what the disk was not waited for, whether it worked or not', () => {
    const { ws, close } = openWorkspace(testPlatform(tempFolder()), () => undefined);
    const level = () => ws.work.pragma('synchronous', { simple: true });
    expect(commitRelaxed(ws.work, level)).toBe(NORMAL);
    expect(level()).toBe(FULL);
    expect(() => commitRelaxed(ws.work, () => ws.work.exec('no such statement'))).toThrow('syntax');
    expect(level()).toBe(FULL);
    expect(transact(ws.work, () => commitRelaxed(ws.work, level))).toBe(FULL);
    close();
  });

  it('lets one writer in; the second one is told so, and may read', async () => {
    const desk = await openDesk();
    const platform = testPlatform(path.join(desk.folder, 'data'));
    expect(() => openCore(platform)).toThrow('open in another Cabinet window');
    const reader = openCore(platform, 'read');
    expect(await reader.call('records.list', { kind: 'fittings' })).toMatchObject({ total: 2 });
    await expect(
      reader.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' }),
    ).rejects.toMatchObject({ code: 'busy' });
    await reader.close();
  });

  it('refuses a profile name that would leave the data folder', () => {
    const platform = testPlatform(tempFolder(), { profile: '../other' });
    expect(() => openCore(platform)).toThrow('--profile');
  });
});

describe('a damaged mirror', () => {
  it.each([
    ['cut to nothing', (file: string) => fs.truncateSync(file, 0)],
    [
      'overwritten at its head',
      (file: string) => fs.writeFileSync(file, 'not a database at all '.repeat(300)),
    ],
    [
      'cut in half',
      (file: string) => fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2)),
    ],
    [
      'with one page overwritten',
      (file: string) => {
        const handle = fs.openSync(file, 'r+');
        fs.writeSync(handle, Buffer.alloc(8_192, 0xab), 0, 8_192, 8_192);
        fs.closeSync(handle);
      },
    ],
    ['deleted', (file: string) => fs.rmSync(file)],
  ])('%s: is set aside and pulled again; the outbox is untouched', async (how, damage) => {
    const desk = await openDesk();
    await edit(desk);
    await whileClosed(desk, (folder) => damage(path.join(folder, 'cache.db')));
    const status = await desk.call('status.get', {});
    expect(status.queue.waiting).toBe(1);
    expect(status.notices).toHaveLength(how === 'deleted' ? 0 : 1);
    const kept = fs
      .readdirSync(profile(desk))
      .filter((name) => name.startsWith('cache.db.damaged'));
    expect(kept.length > 0).toBe(how !== 'deleted');
    await desk.pull();
    expect((await desk.call('status.get', {})).notices).toEqual([]);
    const { rows } = await desk.call('records.list', { kind: 'fittings', search: 'ZAW-110' });
    expect(rows).toMatchObject([{ pending: 'waiting', fields: { price: '9.20' } }]);
    expect(await desk.push()).toMatchObject({ done: 1 });
  });
});

describe('a mirror that a power cut took back to an earlier moment', () => {
  it('shows every queued change again, and none that is not queued', async () => {
    const desk = await openDesk();
    await edit(desk);
    await whileClosed(desk, (folder) => {
      const cache = new Database(path.join(folder, 'cache.db'));
      cache.exec("UPDATE rows_fittings SET pending = NULL, merged = NULL WHERE key = 'ZAW-110'");
      cache.exec(
        `UPDATE rows_fittings SET pending = 'waiting', merged = '{"name":"Ghost"}', fields = '{"name":"Ghost"}'
           WHERE key <> 'ZAW-110'`,
      );
      cache.close();
    });
    const { rows } = await desk.call('records.list', { kind: 'fittings' });
    const shown = rows.map(({ pending, fields }) => [pending, fields['price'], fields['name']]);
    expect(shown.filter(([pending]) => pending !== null)).toEqual([
      ['waiting', '9.20', 'Zawias 110°'],
    ]);
    expect(JSON.stringify(shown)).not.toContain('Ghost');
    expect(shown.length).toBeGreaterThan(1);
  });
});

describe('a damaged file of the work', () => {
  it.each([
    ['cut to nothing', (file: string) => fs.truncateSync(file, 0)],
    ['overwritten at its head', (file: string) => fs.writeFileSync(file, 'x'.repeat(9_000))],
    ['deleted', (file: string) => fs.rmSync(file)],
  ])(
    '%s: the newest backup takes its place, and all of it is looked up before it is sent',
    async (_, damage) => {
      const desk = await openDesk();
      await edit(desk);
      await desk.call('records.create', {
        kind: 'materials',
        values: { SIFRA: 'B-1', name: 'B' },
        files: [],
      });
      await whileClosed(desk, (folder) => damage(path.join(folder, 'work.db')));
      const status = await desk.call('status.get', {});
      expect(status.queue.unknown).toBe(2);
      expect(status.notices).toMatchObject([{ code: 'work-restored' }]);
      desk.clock.advance(SETTLE);
      expect(await desk.push()).toMatchObject({ done: 1, unknown: 1 });
      desk.clock.advance(SURE - SETTLE);
      expect(await desk.push()).toMatchObject({ done: 1, unknown: 0 });
      expect(
        desk.service.state.all('materials').filter(({ SIFRA }) => SIFRA === 'B-1'),
      ).toHaveLength(1);
    },
  );

  it('without any backup: says so instead of showing an empty outbox as if nothing had been there', async () => {
    const desk = await openDesk();
    await whileClosed(desk, (folder) => {
      fs.rmSync(path.join(folder, 'backups'), { recursive: true, force: true });
      fs.rmSync(path.join(folder, 'work.db'));
    });
    const { notices } = await desk.call('status.get', {});
    expect(notices).toMatchObject([{ code: 'work-lost', aside: null }]);
  });

  it('never sends an operation whose bytes changed on the disk', async () => {
    const desk = await openDesk();
    const { operation } = await edit(desk);
    await desk.core.close();
    const { ws, close } = openWorkspace(
      testPlatform(path.join(desk.folder, 'data')),
      () => undefined,
    );
    ws.work
      .prepare("UPDATE operation SET patch = replace(patch, '9.20', '1.20') WHERE id = ?")
      .run(operation);
    close();
    await desk.restart();
    expect(await desk.push()).toMatchObject({ refused: 1, done: 0 });
    expect(desk.service.log.some(({ method }) => method === 'PATCH')).toBe(false);
  });
});

describe('a start', () => {
  /** Opens a profile, and closes it unless it is to be killed; gives the databases that were read through. */
  function start(folder: string, end: 'close' | 'kill' = 'close'): string[] {
    const examined: string[] = [];
    const platform = testPlatform(folder);
    const { openDatabase } = platform.disk;
    const disk: typeof platform.disk = {
      ...platform.disk,
      openDatabase: (file, options) => {
        if (options?.fileMustExist === true) examined.push(path.basename(file));
        return openDatabase(file, options);
      },
    };
    const { ws, close } = openWorkspace({ ...platform, disk }, () => undefined);
    const left = `${folder}-left`;
    if (end === 'kill') fs.cpSync(ws.folder, left, { recursive: true, preserveTimestamps: true });
    close();
    if (end === 'kill') fs.cpSync(left, ws.folder, { recursive: true, preserveTimestamps: true });
    return examined;
  }

  it('reads through what may have been damaged, and not what nobody has touched since its close', () => {
    const folder = tempFolder();
    start(folder);
    expect(start(folder)).toEqual(['work.db']);
    for (const name of ['cache.db', 'files.db']) {
      const file = path.join(folder, 'profiles', 'default', name);
      const handle = fs.openSync(file, 'r+');
      fs.writeSync(handle, fs.readFileSync(file).subarray(0, 1), 0, 1, 0);
      fs.futimesSync(handle, 1, 1);
      fs.closeSync(handle);
      expect(start(folder)).toEqual(['work.db', name]);
    }
    start(folder, 'kill');
    expect(start(folder)).toEqual(['work.db', 'cache.db', 'files.db']);
  });
});

describe('the token', () => {
  it('stands in no file as it is, and in no form inside the profile', async () => {
    const desk = await openDesk();
    await edit(desk);
    await desk.push();
    await desk.core.close();
    const data = path.join(desk.folder, 'data');
    const token = await keptToken(data);
    expect(token?.length).toBeGreaterThan(10);
    const names = fs.readdirSync(data, { recursive: true, encoding: 'utf8' });
    expect(filesWithSecrets(data, [token ?? ''])).toEqual([]);
    expect(
      names.filter((name) => name.includes('sealed')).every((name) => name.startsWith('secrets')),
    ).toBe(true);
  });
});
