import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { openCore } from '#core/app/core.ts';
import { ProfileHost } from '#core/app/shell/profileHost.ts';
import { lockInstance } from '#core/workspace/instanceLock.ts';
import { openWork } from '#core/workspace/openWork.ts';
import { OBJ, PNG } from '#test/support/desk.ts';
import { testClock, testPlatform } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { openHere } from './hostDesk.ts';

/** Each with one more edge band that waits: A1, A2 and so on. */
async function makeBackups(dataDir: string, count: number): Promise<void> {
  const platform = testPlatform(dataDir, { clock: testClock(Date.UTC(2020, 0, 1)) });
  for (let number = 1; number <= count; number += 1) {
    const core = openCore(platform);
    const code = `A${number}`;
    await core.call('records.create', {
      kind: 'edge-bands',
      values: { code, name: code },
      files: [],
    });
    await core.close();
    platform.clock.advance(1000);
  }
}

const filesBelow = (folder: string) =>
  fs
    .readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((each) => fs.statSync(path.join(folder, each)).isFile())
    .sort();

/** The files below a folder that hold a text. */
const holders = (folder: string, text: string) =>
  filesBelow(folder).filter((each) => fs.readFileSync(path.join(folder, each)).includes(text));

describe('a backup', () => {
  it('is listed with what waited, and put back; what it replaces is kept', async () => {
    const desk = await openHere();
    await desk.add('ABS-1');
    await desk.host.core.openProfile('other');
    await desk.host.core.openProfile('default');
    const { backups } = await desk.host.handlers['shell.backups']({});
    expect(backups).toMatchObject([{ waiting: 1 }]);
    await desk.add('ABS-2');
    const name = backups[0]?.name ?? '';
    await desk.host.handlers['shell.restoreBackup']({ name });
    expect(await desk.codes()).toEqual(['ABS-1']);
    expect(desk.told).toContain('shell.profile');
    const { notices } = await desk.host.core.call('status.get', {});
    expect(notices).toMatchObject([{ code: 'backup-put-back', backup: name }]);
    const files = fs.readdirSync(desk.profile());
    expect(files.filter((each) => /^work\.db\.replaced-[^.]*Z$/.test(each))).toHaveLength(1);
    expect(files).not.toContain('restore.request');
  });

  it('is not asked for again where it could not be put back: the work opens as it was', async () => {
    const dataDir = tempFolder();
    await makeBackups(dataDir, 2);
    const request = path.join(dataDir, 'profiles', 'default', 'restore.request');
    const host = new ProfileHost(testPlatform(dataDir), (platform) => {
      if (fs.existsSync(request))
        return Promise.reject(new AppError('disk-full', 'There is no room.'));
      return Promise.resolve({ ...openCore(platform), restart: () => Promise.resolve(true) });
    });
    onTestFinished(() => host.close());
    await host.openProfile('default');
    const oldest = host.backups().at(-1)?.name ?? '';
    await expect(host.restoreBackup(oldest)).rejects.toMatchObject({ code: 'disk-full' });
    const { operations } = await host.call('outbox.list', {});
    expect(operations.map(({ key }) => key)).toEqual(['A1', 'A2']);
    expect(fs.existsSync(request)).toBe(false);
  });

  it('is put back at the next start when the program was killed before', async () => {
    const dataDir = tempFolder();
    const desk = await openHere(dataDir);
    await desk.add('ABS-1');
    await desk.host.close();
    const backup = fs.readdirSync(path.join(desk.profile(), 'backups'))[0] ?? '';
    const second = await openHere(dataDir);
    await second.add('ABS-2');
    await second.host.close();
    fs.writeFileSync(path.join(desk.profile(), 'restore.request'), backup);
    // Killed again, after the file was put back and before anything was brought in line with it.
    openWork(desk.platform.disk, desk.profile(), desk.platform.clock.now()).db.close();
    const third = await openHere(dataDir);
    expect(await third.codes()).toEqual(['ABS-1']);
    expect((await third.host.core.call('status.get', {})).queue).toMatchObject({ unknown: 1 });
  });

  it('is put back though it is the oldest, which the next one would make room for', async () => {
    const dataDir = tempFolder();
    await makeBackups(dataDir, 5);
    const desk = await openHere(dataDir);
    const { backups } = await desk.host.handlers['shell.backups']({});
    expect(backups.map(({ waiting }) => waiting)).toEqual([5, 4, 3]);
    await desk.add('A6');
    await desk.host.handlers['shell.restoreBackup']({ name: backups[2]?.name ?? '' });
    expect(await desk.codes()).toHaveLength(3);
    expect(fs.readdirSync(desk.profile())).not.toContain('restore.request');
  });

  it.each<[string, (backup: string) => void]>([
    ['is gone', (backup) => fs.rmSync(backup)],
    ['is damaged', (backup) => fs.truncateSync(backup, 5_000)],
    [
      'was created by a newer version of Cabinet',
      (backup) => openDatabase(backup, (db) => void db.pragma('user_version = 9999')),
    ],
  ])('that %s is not put back, and the person is told', async (_name, spoil) => {
    const dataDir = tempFolder();
    const desk = await openHere(dataDir);
    await desk.add('ABS-1');
    await desk.host.close();
    const [name = ''] = fs.readdirSync(path.join(desk.profile(), 'backups'));
    spoil(path.join(desk.profile(), 'backups', name));
    fs.writeFileSync(path.join(desk.profile(), 'restore.request'), name);
    const next = await openHere(dataDir);
    expect(await next.codes()).toEqual(['ABS-1']);
    const { notices } = await next.host.core.call('status.get', {});
    expect(notices).toMatchObject([{ code: 'backup-not-put-back', backup: name }]);
    expect(fs.readdirSync(desk.profile())).not.toContain('restore.request');
  });

  it.each(['../../work.db', 'work-1.db', ''])('is never taken from %j', async (name) => {
    const desk = await openHere();
    await desk.add('ABS-1');
    const asked = Promise.resolve(desk.host.handlers['shell.restoreBackup']({ name }));
    await expect(asked).rejects.toMatchObject({ code: 'not-found' });
    expect(await desk.codes()).toEqual(['ABS-1']);
  });
});

describe('while another profile is opened', () => {
  it('an edit is refused, and never saved in the other one', async () => {
    const desk = await openHere();
    const change = desk.host.core.openProfile('other');
    const edit = desk.add('MEANT-FOR-DEFAULT');
    await expect(edit).rejects.toMatchObject({
      code: 'state',
      details: { why: { code: 'profile-changed' } },
    });
    await change;
    expect(await desk.codes()).toEqual([]);
    await desk.add('MEANT-FOR-OTHER');
    expect(await desk.codes()).toEqual(['MEANT-FOR-OTHER']);
  });

  it('what a window that still shows the one before enters is refused, however late it comes', async () => {
    const desk = await openHere();
    await desk.host.core.openProfile('other');
    const values = { code: 'MEANT-FOR-DEFAULT', name: 'x' };
    const input = { kind: 'edge-bands', values, files: [] };
    const { dispatch } = desk.host.core;
    await expect(dispatch('records.create', input, 'default')).rejects.toMatchObject({
      details: { why: { code: 'profile-changed' } },
    });
    expect(await desk.codes()).toEqual([]);
    await dispatch('records.create', { ...input, values: { code: 'A', name: 'x' } }, 'other');
    expect(await desk.codes()).toEqual(['A']);
    expect(await dispatch('records.list', { kind: 'edge-bands' }, 'default')).toMatchObject({
      total: 1,
    });
  });

  it('an edit is saved where the other one cannot be opened', async () => {
    const desk = await openHere();
    const lock = lockInstance(desk.platform.disk, desk.profile('other'));
    onTestFinished(() => lock.release());
    const change = desk.host.core.openProfile('other');
    const edit = desk.add('ABS-1');
    await expect(change).rejects.toMatchObject({ code: 'busy' });
    await edit;
    expect(await desk.codes()).toEqual(['ABS-1']);
  });

  it('a backup of the one before is not put back', async () => {
    const desk = await openHere();
    await desk.add('ABS-1');
    await desk.host.core.openProfile('other');
    await desk.host.core.openProfile('default');
    await desk.add('ABS-2');
    const [backup] = desk.host.core.backups();
    const change = desk.host.core.openProfile('other');
    const asked = desk.host.core.restoreBackup(backup?.name ?? '');
    await expect(asked).rejects.toMatchObject({ details: { why: { code: 'profile-changed' } } });
    await change;
    expect(desk.host.core.profile).toBe('other');
    await desk.host.core.openProfile('default');
    expect(await desk.codes()).toEqual(['ABS-1', 'ABS-2']);
  });

  it('a move of the data goes on with it', async () => {
    const desk = await openHere();
    const change = desk.host.core.openProfile('other');
    await desk.host.core.moveData(path.join(tempFolder(), 'place'));
    await change;
    expect(desk.host.core.profile).toBe('other');
  });
});

describe('a profile that is removed', () => {
  it('leaves nothing behind: neither data, nor files, nor the sign-in', async () => {
    const desk = await openHere();
    await desk.add('ABS-1');
    await desk.platform.secrets.set('token:default', 'CANARY');
    await desk.host.core.openProfile('other');
    await desk.host.handlers['shell.removeProfile']({ name: 'default', waiting: 1 });
    expect(fs.existsSync(desk.profile())).toBe(false);
    expect(await desk.platform.secrets.get('token:default')).toBeNull();
    const { profiles } = await desk.host.handlers['shell.profiles']({});
    expect(profiles.map(({ name }) => name)).toEqual(['other']);
    const names = fs.readdirSync(desk.dataDir, { encoding: 'utf8', recursive: true });
    expect(names.filter((each) => /default/.test(each))).toEqual([]);
  });

  it('leaves no byte of what was entered in it, wherever that was kept', async () => {
    const desk = await openHere();
    const { call } = desk.host.core;
    const canary = 'Zażółć-KANAREK-7319';
    const source = path.join(tempFolder(), `${canary}.obj`);
    fs.writeFileSync(source, `o ${canary}\n${OBJ}`);
    const { file, sha256 } = await call('files.stage', { path: source, kind: 'products' });
    await call('thumbs.put', { sha256, size: 64, data: PNG.toString('base64') });
    await desk.add(canary);
    await call('views.save', { kind: 'fittings', view: { name: canary, body: { canary } } });
    await call('drafts.set', { key: `new:${canary}`, draft: { canary, file } });
    const { plan } = await call('productDrafts.save', {
      plan: null,
      name: canary,
      draft: { parts: [] },
    });
    const { download } = await call('sheets.export', {
      query: { kind: 'edge-bands' },
      as: { format: 'json' },
      to: null,
    });
    await desk.platform.secrets.set('token:default', canary);
    await desk.host.core.openProfile('other');
    // Proves that all of these files existed before.
    const before = filesBelow(desk.profile());
    expect([plan, download]).not.toContain(null);
    for (const part of ['work.db', 'cache.db', 'files.db', 'staged/', 'thumbs/', 'backups/'])
      expect(before.filter((each) => each.startsWith(part)).length, part).toBeGreaterThan(0);
    expect(holders(desk.dataDir, canary).length).toBeGreaterThan(3);
    await desk.host.handlers['shell.removeProfile']({ name: 'default', waiting: 1 });
    expect(holders(desk.dataDir, canary)).toEqual([]);
    expect(filesBelow(desk.dataDir).filter((each) => !each.includes('other'))).toEqual([
      'secrets/key',
    ]);
  });

  it('stays when more waits in it than the person was told', async () => {
    const desk = await openHere();
    await desk.add('ABS-1');
    await desk.host.core.openProfile('other');
    const asked = desk.host.handlers['shell.removeProfile']({ name: 'default', waiting: 0 });
    await expect(asked).rejects.toMatchObject({ code: 'state' });
    await desk.host.core.openProfile('default');
    expect(await desk.codes()).toEqual(['ABS-1']);
  });

  it('is not the open one, and not one that somebody else has open', async () => {
    const desk = await openHere();
    const remove = async (name: string) =>
      desk.host.handlers['shell.removeProfile']({ name, waiting: 0 });
    await expect(remove('default')).rejects.toMatchObject({ code: 'state' });
    await expect(remove('nobody')).rejects.toMatchObject({ code: 'not-found' });
    await desk.host.core.openProfile('other');
    const beside = await openHere(desk.dataDir);
    expect(beside.host.core.profile).toBe('default');
    await expect(remove('default')).rejects.toMatchObject({ code: 'busy' });
  });

  it('is gone also when a removal was killed half-way', async () => {
    const dataDir = tempFolder();
    const half = path.join(dataDir, 'profiles', '.removed-old');
    fs.mkdirSync(half, { recursive: true });
    fs.writeFileSync(path.join(half, 'work.db'), 'left');
    await openHere(dataDir);
    expect(fs.readdirSync(path.join(dataDir, 'profiles'))).toEqual(['default']);
  });

  it('takes no folder with it that is not of Cabinet', async () => {
    const dataDir = tempFolder();
    const letter = path.join(dataDir, 'removed-invoices', '2024.pdf');
    fs.mkdirSync(path.dirname(letter));
    fs.writeFileSync(letter, 'mine');
    const desk = await openHere(dataDir);
    expect(fs.existsSync(letter)).toBe(true);
    await desk.host.core.openProfile('invoices');
    await desk.host.core.openProfile('default');
    await desk.host.handlers['shell.removeProfile']({ name: 'invoices', waiting: 0 });
    expect(fs.readdirSync(path.join(dataDir, 'profiles'))).toEqual(['default']);
    expect(fs.existsSync(letter)).toBe(true);
  });
});
