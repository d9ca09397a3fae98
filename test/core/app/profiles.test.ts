import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import type { Files } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { DemoProfile } from '#core/app/shell/demoProfile.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { openHere } from './hostDesk.ts';

describe('the demo catalogue', () => {
  it('opens when it is asked for again, where it could not be started at first', async () => {
    const desk = await openHere();
    let isFull = true;
    const demo = new DemoProfile({
      dataDir: () => desk.dataDir,
      account: DEMO_ACCOUNT,
      start: (folder, options) =>
        isFull ? Promise.reject(new Error('no room')) : startDemo(folder, options),
    });
    onTestFinished(async () => void (await demo.close()));
    await expect(demo.open(desk.host.core)).rejects.toThrow('no room');
    isFull = false;
    await demo.open(desk.host.core);
    expect(desk.host.core.profile).toBe('demo');
  });

  it('is told to every window though it could be opened and not signed in to', async () => {
    const dataDir = tempFolder();
    const desk = await openHere(dataDir);
    await desk.host.handlers['shell.startDemo']({});
    // Pending changes keep the profile at the address that they are for.
    await desk.add('N1');
    await desk.host.close();
    // Something else has taken the port meanwhile.
    const port = Number(fs.readFileSync(path.join(dataDir, 'demo-service', 'port'), 'utf8'));
    const other = net.createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const again = await openHere(dataDir);
    again.told.length = 0;
    const asked = Promise.resolve(again.host.handlers['shell.startDemo']({}));
    await expect(asked).rejects.toThrow();
    expect(again.host.core.profile).toBe('demo');
    expect(again.told).toContain('shell.profile');
  });
});

describe('the list of profiles', () => {
  it.each<[string, (file: string) => void]>([
    ['is damaged', (file) => fs.writeFileSync(file, 'no database')],
    ['is gone', (file) => fs.rmSync(file)],
    ['is of another Cabinet', (file) => openDatabase(file, (db) => db.exec('DROP TABLE record'))],
  ])(
    'shows one of which the copy of the catalogue %s, with what waits in it',
    async (_how, spoil) => {
      const desk = await openHere();
      await desk.add('ABS-1');
      await desk.host.core.openProfile('other');
      spoil(path.join(desk.profile(), 'cache.db'));
      const { profiles } = await desk.host.handlers['shell.profiles']({});
      expect(profiles).toMatchObject([
        { name: 'default', waiting: 1, current: false },
        { name: 'other', waiting: 0, current: true },
      ]);
      await desk.host.core.openProfile('default');
      expect(await desk.codes()).toEqual(['ABS-1']);
    },
  );

  it('shows one of which the work is damaged, and nothing that is no profile', async () => {
    const desk = await openHere();
    await desk.add('ABS-1');
    await desk.host.core.openProfile('other');
    fs.writeFileSync(path.join(desk.profile(), 'work.db'), 'no database');
    for (const none of ['empty', '.removed-x', 'odd name']) fs.mkdirSync(desk.profile(none));
    const { profiles } = await desk.host.handlers['shell.profiles']({});
    expect(profiles.map(({ name }) => name)).toEqual(['default', 'other']);
    const remove = async () =>
      desk.host.handlers['shell.removeProfile']({ name: 'default', waiting: 0 });
    await expect(remove()).rejects.toThrow();
    await desk.host.core.openProfile('default');
    expect(await desk.codes()).toEqual(['ABS-1']);
  });
});

describe('a profile that is being opened', () => {
  it('is not removed', async () => {
    const { host, add, codes } = await openHere();
    await host.core.openProfile('other');
    await add('N1');
    await host.core.openProfile('default');
    const [, removed] = await Promise.allSettled([
      host.core.openProfile('other'),
      host.core.removeProfile('other', 1),
    ]);
    expect(removed).toMatchObject({ status: 'rejected', reason: { code: 'state' } });
    expect(await codes()).toEqual(['N1']);
  });
});

describe('a profile that was removed', () => {
  it('is out of the way where what it kept cannot be removed yet, as while another program holds a file open', async () => {
    const dataDir = tempFolder();
    const rmSync: Files['rmSync'] = (file, options) => {
      if (path.basename(file).startsWith('.removed-') && fs.existsSync(file))
        throw Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' });
      fs.rmSync(file, options);
    };
    const held = { ...systemDisk, files: { ...systemDisk.files, rmSync } };
    const desk = await openHere(dataDir, held);
    await desk.host.core.openProfile('other');
    await desk.host.core.openProfile('default');
    await desk.host.handlers['shell.removeProfile']({ name: 'other', waiting: 0 });
    const { profiles } = await desk.host.handlers['shell.profiles']({});
    expect(profiles.map(({ name }) => name)).toEqual(['default']);
    await desk.host.close();
    const again = await openHere(dataDir, held);
    await again.add('ABS-1');
    await again.host.close();
    expect(fs.readdirSync(path.join(dataDir, 'profiles')).sort()).toEqual([
      '.removed-other',
      'default',
    ]);
    await openHere(dataDir);
    expect(fs.readdirSync(path.join(dataDir, 'profiles'))).toEqual(['default']);
  });
});
