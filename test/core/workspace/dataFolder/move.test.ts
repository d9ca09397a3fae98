import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { moveData, oldCopyOf, removeOldCopy } from '#core/workspace/dataFolder/move.ts';
import { followMoves } from '#core/workspace/dataFolder/place.ts';
import type { Disk } from '#core/platform/disk.ts';
import { dataDirOf, fileSecrets, systemDisk } from '#core/app/nodePlatform.ts';
import { openHost } from '#core/app/shell/cabinetHost.ts';
import { lockInstance } from '#core/workspace/instanceLock.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { CODES, codesIn, filledFolder } from './dataFolders.ts';

describe('moving the data folder', () => {
  it('takes everything along, and leaves a copy and a note behind', async () => {
    const from = await filledFolder();
    const to = path.join(tempFolder(), 'new', 'place');
    const moved = await moveData(systemDisk, from, to);
    expect(moved).toMatchObject({ from, to });
    expect(moved.files).toBeGreaterThan(8);
    expect(await codesIn(to)).toEqual(CODES);
    expect(await fileSecrets(to).get('token:default')).toBe('a token');
    expect(fs.existsSync(path.join(to, 'profiles', 'default', 'staged'))).toBe(true);
    if (process.platform !== 'win32')
      expect(fs.statSync(path.join(to, 'secrets', 'key')).mode & 0o777).toBe(0o600);
    expect(dataDirOf(from, undefined)).toBe(to);
    expect(dataDirOf(to, undefined)).toBe(to);
    expect(oldCopyOf(fs, to)?.folder).toBe(from);
    expect(oldCopyOf(fs, to)?.bytes).toBeGreaterThan(10_000);
  });

  it('never lets the old folder be used again', async () => {
    const from = await filledFolder();
    const to = path.join(tempFolder(), 'place');
    await moveData(systemDisk, from, to);
    expect(() => openCore(testPlatform(from))).toThrow(`The data was moved to ${to}`);
    await expect(moveData(systemDisk, from, path.join(tempFolder(), 'x'))).rejects.toMatchObject({
      code: 'state',
    });
  });

  it('removes the old copy when asked, and is found all the same', async () => {
    const from = await filledFolder();
    const to = path.join(tempFolder(), 'place');
    await moveData(systemDisk, from, to);
    expect(removeOldCopy(fs, to)).toBe(from);
    expect(fs.readdirSync(from)).toEqual(['moved.json']);
    expect(oldCopyOf(fs, to)).toBeNull();
    expect(() => removeOldCopy(fs, to)).toThrow('no copy');
    expect(dataDirOf(from, undefined)).toBe(to);
    expect(await codesIn(to)).toEqual(CODES);
  });

  it('goes back to a place where others have kept things of theirs beside it', async () => {
    const from = await filledFolder();
    const to = path.join(tempFolder(), 'place');
    fs.mkdirSync(path.join(from, 'Local Storage'));
    fs.writeFileSync(path.join(from, 'shell.json'), '{}');
    await moveData(systemDisk, from, to);
    await expect(moveData(systemDisk, to, from)).rejects.toThrow('an empty folder');
    removeOldCopy(fs, to);
    await moveData(systemDisk, to, from);
    expect(await codesIn(from)).toEqual(CODES);
    expect(fs.readFileSync(path.join(from, 'shell.json'), 'utf8')).toBe('{}');
    expect(dataDirOf(to, undefined)).toBe(from);
  });

  it('tells of every copy, one behind the other, after several moves', async () => {
    const a = await filledFolder();
    const [b, c] = [path.join(tempFolder(), 'b'), path.join(tempFolder(), 'c')];
    await moveData(systemDisk, a, b);
    await moveData(systemDisk, b, c);
    expect(oldCopyOf(fs, c)?.folder).toBe(b);
    expect(removeOldCopy(fs, c, b)).toBe(b);
    expect(oldCopyOf(fs, c)?.folder).toBe(a);
    // Who was asked about the one has not said yes to the other.
    expect(() => removeOldCopy(fs, c, b)).toThrow('no copy');
    expect(fs.existsSync(path.join(a, 'profiles'))).toBe(true);
    expect(removeOldCopy(fs, c, a)).toBe(a);
    expect(oldCopyOf(fs, c)).toBeNull();
    for (const named of [a, b, c]) expect(dataDirOf(named, undefined)).toBe(c);
    expect(await codesIn(c)).toEqual(CODES);
  });

  it('goes there and back again', async () => {
    const from = await filledFolder();
    const to = path.join(tempFolder(), 'place');
    await moveData(systemDisk, from, to);
    await expect(moveData(systemDisk, to, from)).rejects.toMatchObject({ code: 'invalid' });
    removeOldCopy(fs, to);
    await moveData(systemDisk, to, from);
    for (const named of [from, to]) expect(dataDirOf(named, undefined)).toBe(from);
    expect(await codesIn(from)).toEqual(CODES);
    expect(() => openCore(testPlatform(to))).toThrow('was moved');
  });

  it('goes back and forth as often as it is asked to', async () => {
    const [a, b] = [await filledFolder(), path.join(tempFolder(), 'place')];
    for (const [from, to] of [
      [a, b],
      [b, a],
      [a, b],
      [b, a],
    ] as const) {
      await moveData(systemDisk, from, to);
      expect(oldCopyOf(fs, to)?.folder).toBe(from);
      expect(removeOldCopy(fs, to)).toBe(from);
      for (const named of [a, b]) expect(dataDirOf(named, undefined)).toBe(to);
      expect(await codesIn(to)).toEqual(CODES);
    }
  });

  it('leaves what a removal of a profile left half-way', async () => {
    const from = await filledFolder();
    const half = path.join(from, 'profiles', '.removed-old');
    fs.mkdirSync(half);
    fs.writeFileSync(path.join(half, 'work.db'), 'left');
    const to = path.join(tempFolder(), 'place');
    await moveData(systemDisk, from, to);
    expect(fs.readdirSync(path.join(to, 'profiles'))).toEqual(['default', 'other']);
    expect(fs.readdirSync(half)).toEqual(['work.db']);
  });

  it('is not kept from it by what a system leaves in every folder that was looked at', async () => {
    const from = await filledFolder();
    const to = tempFolder();
    for (const name of ['.DS_Store', 'Thumbs.db', 'desktop.ini'])
      for (const folder of [to, path.join(from, 'profiles')])
        fs.writeFileSync(path.join(folder, name), 'of the system');
    await moveData(systemDisk, from, to);
    expect(await codesIn(to)).toEqual(CODES);
  });

  it('is found though a place on the way was not there when they were moved on', async () => {
    const first = await filledFolder();
    const [second, third] = [path.join(tempFolder(), 'p2'), path.join(tempFolder(), 'p3')];
    await moveData(systemDisk, first, second);
    expect(dataDirOf(first, undefined)).toBe(second);
    fs.renameSync(first, `${first}-unplugged`);
    await moveData(systemDisk, second, third);
    fs.renameSync(`${first}-unplugged`, first);
    expect(followMoves(fs, first)).toBe(third);
    expect(await codesIn(dataDirOf(first, undefined))).toEqual(CODES);
  });

  it('begins nothing anew in the empty folder that stands where a disk is to be', async () => {
    const from = await filledFolder();
    const to = tempFolder();
    await moveData(systemDisk, from, to);
    const unplugged = `${to}-unplugged`;
    onTestFinished(() => fs.rmSync(unplugged, { recursive: true, force: true }));
    fs.renameSync(to, unplugged);
    fs.mkdirSync(to);
    expect(() => dataDirOf(from, undefined)).toThrow('which cannot be found');
    fs.rmdirSync(to);
    fs.renameSync(unplugged, to);
    expect(await codesIn(dataDirOf(from, undefined))).toEqual(CODES);
  });

  it('follows a chain of moves from every place that was ever used', async () => {
    const places = [
      await filledFolder(),
      ...[1, 2, 3].map((n) => path.join(tempFolder(), `p${n}`)),
    ];
    for (const [index, to] of places.entries())
      if (index > 0) await moveData(systemDisk, places[index - 1] ?? '', to);
    for (const place of places) expect(followMoves(fs, place)).toBe(places[3]);
  });

  it('begins nothing anew where the new place cannot be reached', async () => {
    const from = await filledFolder();
    const to = path.join(tempFolder(), 'disk');
    await moveData(systemDisk, from, to);
    fs.renameSync(to, `${to}-unplugged`);
    expect(() => dataDirOf(from, undefined)).toThrow('which cannot be found');
    expect(() => openCore(testPlatform(from))).toThrow('which cannot be found');
    fs.renameSync(`${to}-unplugged`, to);
    expect(await codesIn(dataDirOf(from, undefined))).toEqual(CODES);
    fs.writeFileSync(path.join(from, 'moved.json'), '{"to":');
    expect(() => dataDirOf(from, undefined)).toThrow('Cannot read');
  });
});

describe('a move is refused, and nothing is changed,', () => {
  const attempt = async (
    prepare: (from: string, to: string) => string | void,
    disk = systemDisk,
  ) => {
    const from = await filledFolder();
    const place = path.join(tempFolder(), 'place');
    const to = prepare(from, place) ?? place;
    const before = fs.existsSync(to) && fs.statSync(to).isDirectory() ? fs.readdirSync(to) : null;
    const error: unknown = await moveData(disk, from, to).catch((thrown: unknown) => thrown);
    if (before !== null) expect(fs.readdirSync(to)).toEqual(before);
    expect(dataDirOf(from, undefined)).toBe(from);
    expect(await codesIn(from)).toEqual(CODES);
    return error;
  };

  it.each<[string, (from: string, to: string) => string | void]>([
    [
      'into a folder that holds something else',
      (_from, to) => {
        fs.mkdirSync(to);
        fs.writeFileSync(path.join(to, 'letter.txt'), 'mine');
      },
    ],
    ['into the place of a file', (_from, to) => fs.writeFileSync(to, 'mine')],
    ['into itself', (from) => from],
    ['into a folder inside', (from) => path.join(from, 'profiles', 'new')],
    ['into a folder around', (from) => path.dirname(from)],
    [
      'through a link that leads inside',
      (from, to) => {
        fs.symlinkSync(from, to);
        return path.join(to, 'deeper');
      },
    ],
  ])('%s', async (_name, prepare) => {
    expect(await attempt(prepare)).toMatchObject({ code: 'invalid' });
  });

  it('onto a disk without room', async () => {
    const full: Disk = {
      ...systemDisk,
      files: new Proxy(systemDisk.files, {
        get: (of, name) =>
          name === 'statfsSync'
            ? () => ({ bavail: 10, bsize: 4096 })
            : (Reflect.get(of, name) as unknown),
      }),
    };
    expect(await attempt(() => undefined, full)).toMatchObject({ code: 'disk-full' });
  });

  it('while a Cabinet has one of the profiles', async () => {
    let lock: { release: () => void } | undefined;
    const from = await filledFolder();
    lock = lockInstance(systemDisk, path.join(from, 'profiles', 'other'));
    const to = path.join(tempFolder(), 'place');
    await expect(moveData(systemDisk, from, to)).rejects.toMatchObject({ code: 'busy' });
    lock.release();
    expect(fs.existsSync(to)).toBe(false);
    await moveData(systemDisk, from, to);
    expect(await codesIn(to)).toEqual(CODES);
  });
});

describe('a Cabinet that is open', () => {
  async function openHere() {
    const from = await filledFolder();
    const demo = { account: DEMO_ACCOUNT, start: startDemo };
    const told: string[] = [];
    const host = await openHost(testPlatform(from), demo, (name) => told.push(name));
    onTestFinished(() => host.close());
    return { from, host, told, to: path.join(tempFolder(), 'place') };
  }

  it('moves its data and goes on in the new place', async () => {
    const { from, host, told, to } = await openHere();
    const moved = await host.handlers['shell.moveData']({ to });
    expect(moved).toMatchObject({ folder: to, fixed: false, old: { folder: from } });
    expect(told).toContain('shell.profile');
    const { operations } = await host.core.call('outbox.list', {});
    expect(operations.map(({ key }) => key)).toEqual(CODES);
    expect(host.core.folder).toBe(path.join(to, 'profiles', 'default'));
    const { profiles } = await host.handlers['shell.profiles']({});
    expect(profiles.map(({ name }) => name)).toEqual(['default', 'other']);
    const removed = await host.handlers['shell.removeOldData']({ folder: from });
    expect(removed).toMatchObject({ old: null });
    expect(fs.readdirSync(from)).toEqual(['moved.json']);
  });

  it('goes on where it was when the data cannot be moved', async () => {
    const { from, host, to } = await openHere();
    fs.mkdirSync(to);
    fs.writeFileSync(path.join(to, 'letter.txt'), 'mine');
    const asked = Promise.resolve(host.handlers['shell.moveData']({ to }));
    await expect(asked).rejects.toMatchObject({ code: 'invalid' });
    expect(await host.handlers['shell.dataFolder']({})).toMatchObject({ folder: from, old: null });
    const { operations } = await host.core.call('outbox.list', {});
    expect(operations.map(({ key }) => key)).toEqual(CODES);
  });

  it('does not move while it talks to the service', async () => {
    const { from, host, to } = await openHere();
    await host.handlers['shell.startDemo']({});
    const running = new Promise<void>((resolve) => {
      host.core.on('sync.state', (state) => state.running === 'pull' && resolve());
    });
    const pulled = host.core.call('sync.pull', {}).catch(() => undefined);
    await running;
    const asked = Promise.resolve(host.handlers['shell.moveData']({ to }));
    await expect(asked).rejects.toMatchObject({ code: 'state' });
    await pulled;
    expect(followMoves(fs, from)).toBe(from);
  });

  it('takes the demo catalogue along, which goes on too', async () => {
    const { host, to } = await openHere();
    await host.handlers['shell.startDemo']({});
    await host.handlers['shell.moveData']({ to });
    expect(host.core.profile).toBe('demo');
    expect(fs.existsSync(path.join(to, 'demo-service', 'port'))).toBe(true);
    const status = await host.core.call('status.get', {});
    expect(status.signedIn).toBe(true);
    await host.core.call('sync.pull', {});
  });
});
