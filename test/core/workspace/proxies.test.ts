import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { collectDiagnostics } from '#core/app/shell/diagnostics/collect.ts';
import { removeProfile } from '#core/app/shell/maintenance.ts';
import { filesWithSecrets, secretsIn } from '#test/support/canary.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { secretNames } from '#test/support/keptToken.ts';
import { heldClock } from '#test/support/heldClock.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { moveData } from '#core/workspace/dataFolder/move.ts';
import { TriedPasswords } from '#core/workspace/triedPasswords.ts';
import { startProxy } from '#test/support/startProxy.ts';
import type { TestProxy } from '#test/support/proxyServer.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import { openBehind, use } from './behindProxy.ts';

const USER = { user: 'anna', password: 'Tajne-hasło-4711' };
const ACCOUNT_OF_PROXY = `${USER.user}:${USER.password}`;

describe('R14: the proxy of a profile', () => {
  it.each(['the system', 'the setting'])('is used by sign-in, pull and push: %s', async (from) => {
    const proxy = await startProxy();
    const desk = await openBehind(use(from === 'the system' ? proxy.url : 'direct'));
    if (from === 'the setting') await desk.call('settings.set', { values: { proxy: proxy.url } });
    await desk.signIn();
    await desk.call('sync.pull', {});
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: '9.20' },
      files: [],
    });
    const result = await desk.call('sync.push', { patience: 0 });
    expect(result).toMatchObject({ done: 1, stopped: null });
    expect(proxy.seen.length).toBe(desk.service.log.length);
    expect(await desk.call('proxy.get', {})).toMatchObject({ address: proxy.url, asks: false });
  });

  it('is waited for 10 seconds when the system does not answer', async () => {
    const proxy = await startProxy();
    let isSilent = false;
    const desk = await openBehind(() =>
      isSilent ? new Promise(() => {}) : Promise.resolve([proxy.url]),
    );
    await desk.signIn();
    isSilent = true;
    desk.platform.clock.advance(60_000);
    await expect(desk.call('sync.pull', {})).rejects.toMatchObject({
      code: 'offline',
      details: { why: { code: 'proxy-failed' } },
    });
  });

  it('is not used for this computer, nor where the setting says none', async () => {
    const proxy = await startProxy();
    const desk = await openBehind(use(proxy.url));
    await desk.call('session.login', { url: desk.service.url, ...ACCOUNT });
    expect(proxy.seen).toEqual([]);
    await desk.call('settings.set', { values: { proxy: 'none' } });
    await expect(desk.signIn()).rejects.toMatchObject({ code: 'offline' });
    expect(proxy.seen).toEqual([]);
  });

  it('is the first of a list that accepts a connection', async () => {
    const [gone, proxy] = [await startProxy(), await startProxy()];
    await gone.close();
    const desk = await openBehind(use('socks5://a.example:1080', gone.url, proxy.url, 'direct'));
    await desk.signIn();
    expect(proxy.seen).toHaveLength(1);
  });

  it('is never left out where no proxy of the list can be used', async () => {
    const desk = await openBehind(use('socks5://a.example:1080'));
    const refused = desk.signIn();
    await expect(refused).rejects.toMatchObject({
      code: 'offline',
      details: { why: { code: 'proxy-failed' } },
    });
    expect(desk.service.log).toHaveLength(0);
  });

  it('of the environment brings its own password', async () => {
    const proxy = await startProxy({ account: ACCOUNT_OF_PROXY });
    const own = new URL(proxy.url);
    Object.assign(own, { username: USER.user, password: USER.password });
    const desk = await openBehind(use(own.href));
    await desk.signIn();
    const { address } = await desk.call('proxy.get', {});
    expect(address).toBe(proxy.url);
  });

  it.each([
    'socks5://anna:Taj#ne@a.example:1080',
    'http://anna:Taj#ne@a.example:3128',
    'anna:Taj#ne@a.example:3128',
    'http://anna:47/11@a.example:3128',
    'http://anna:Taj@ne@a.example:x',
    'socks5h://anna:Tajne@a.example',
  ])('shows no password of an address that cannot be used: %s', async (way) => {
    const desk = await openBehind(use(way));
    await expect(desk.signIn()).rejects.toThrow(/^(?!.*(?:anna|Taj|ne@)).*a\.example/);
  });

  it('that refused the password of the environment gets the stored one', async () => {
    const proxy = await startProxy({ account: ACCOUNT_OF_PROXY });
    const own = new URL(proxy.url);
    Object.assign(own, { username: USER.user, password: 'old' });
    const desk = await openBehind(use(own.href));
    for (const _ of [1, 2, 3]) await expect(desk.signIn()).rejects.toThrow(/requires a password/);
    expect(proxy.given.filter((each) => each !== undefined)).toHaveLength(1);
    await desk.call('proxy.signIn', USER);
    await desk.signIn();
  });

  it.each([
    'http://anna:secret@proxy.example:3128',
    'http://proxy.example/path',
    'socks5://proxy.example:1080',
    'proxy.example:3128',
  ])('is not set to %s', async (proxy) => {
    const desk = await openBehind();
    const set = desk.call('settings.set', { values: { proxy } });
    await expect(set).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('R14: the addresses of a restored backup', () => {
  const openSignedIn = async () => {
    const [mine, theirs] = [await startProxy(), await startProxy()];
    const desk = await openBehind(use(mine.url));
    await desk.signIn();
    await desk.restart();
    return { desk, mine, theirs, profile: path.join(desk.dataDir, 'profiles', 'default') };
  };

  const name = (file: string, proxy: string) =>
    openDatabase(file, (db) =>
      db.exec(`INSERT OR REPLACE INTO setting VALUES ('proxy', '"${proxy}"'),
        ('proxyUser', '"anna"'), ('assetBaseUrl', '"https://theirs.example"')`),
    );

  it.each(['readable', 'damaged', 'missing'])('are not used where the work is %s', async (work) => {
    const { desk, theirs, profile } = await openSignedIn();
    await desk.call('settings.set', { values: { assetBaseUrl: 'https://mine.example' } });
    await desk.restart(() => {
      const [backup = ''] = fs.readdirSync(path.join(profile, 'backups'));
      name(path.join(profile, 'backups', backup), theirs.url);
      fs.writeFileSync(path.join(profile, 'restore.request'), backup);
      const file = path.join(profile, 'work.db');
      if (work === 'damaged') fs.writeFileSync(file, 'x'.repeat(9000));
      if (work === 'missing') fs.rmSync(file);
    });
    await desk.call('connection.check', {});
    expect(theirs.seen).toEqual([]);
    const { proxy, assetBaseUrl } = await desk.call('settings.get', {});
    expect(proxy).toBe('system');
    if (work === 'readable') expect(assetBaseUrl).toBe('https://mine.example');
  });

  it('keep those that the user set, and a copy of the data folder loses its proxy', async () => {
    const { desk, mine, profile } = await openSignedIn();
    await desk.call('settings.set', { values: { proxy: mine.url } });
    await desk.restart(() => {
      const [backup = ''] = fs.readdirSync(path.join(profile, 'backups'));
      fs.writeFileSync(path.join(profile, 'restore.request'), backup);
    });
    expect(await desk.call('settings.get', {})).toMatchObject({ proxy: mine.url });
    const file = path.join(profile, 'work.db');
    await desk.restart();
    expect(await desk.call('settings.get', {})).toMatchObject({ proxy: mine.url });
    await desk.restart(() => {
      fs.copyFileSync(file, `${file}.copy`);
      fs.renameSync(`${file}.copy`, file);
    });
    expect(await desk.call('settings.get', {})).toMatchObject({ proxy: 'system' });
  });

  it('are not used in a data folder that another person gave', async () => {
    const { desk, theirs, profile } = await openSignedIn();
    const file = path.join(profile, 'work.db');
    await desk.restart(() => {
      name(file, theirs.url);
      openDatabase(file, (db) => db.exec(`DELETE FROM meta WHERE key = 'place'`));
    });
    await desk.signIn();
    expect(theirs.seen).toEqual([]);
  });

  it('stay when the data folder is moved', async () => {
    const { desk, mine } = await openSignedIn();
    await desk.call('settings.set', { values: { proxy: mine.url } });
    await desk.close();
    const to = path.join(tempFolder(), 'place');
    await moveData(desk.platform.disk, desk.dataDir, to);
    const core = openCore({ ...desk.platform, dataDir: to });
    onTestFinished(() => core.close());
    expect(await core.call('settings.get', {})).toMatchObject({ proxy: mine.url });
  });
});

describe('T8: the password of a proxy', () => {
  const openAsking = async (proxy: TestProxy) => {
    const desk = await openBehind();
    await desk.call('settings.set', { values: { proxy: proxy.url } });
    await expect(desk.signIn()).rejects.toMatchObject({
      code: 'wrong-address',
      details: { why: { code: 'proxy-password' } },
    });
    return desk;
  };

  it('is asked for, stored, and used after a restart', async () => {
    const proxy = await startProxy({ account: ACCOUNT_OF_PROXY });
    const desk = await openAsking(proxy);
    expect(await desk.call('proxy.get', {})).toEqual({
      address: proxy.url,
      user: '',
      hasPassword: false,
      asks: true,
    });
    const info = await desk.call('proxy.signIn', USER);
    expect(info).toEqual({ address: proxy.url, user: USER.user, hasPassword: true, asks: false });
    await desk.signIn();
    await desk.restart();
    expect(await desk.call('connection.check', {})).toEqual({ state: 'online' });
  });

  it('is in no file, log or diagnostics in the clear', async () => {
    const proxy = await startProxy({ account: ACCOUNT_OF_PROXY });
    const desk = await openAsking(proxy);
    const shown = [await desk.call('proxy.signIn', USER), await desk.call('settings.get', {})];
    await desk.signIn();
    await desk.close();
    const secrets = [USER.password, ACCOUNT_OF_PROXY];
    const parts = await collectDiagnostics(desk.platform);
    const texts = [...parts.map(({ text }) => text), ...desk.platform.logged];
    expect(secretsIn([...texts, JSON.stringify(shown)].join('\n'), secrets)).toEqual([]);
    expect(parts.map(({ text }) => text).join('\n')).not.toContain(proxy.url);
    expect(filesWithSecrets(desk.dataDir, secrets)).toEqual([]);
  });

  it('that was refused is not sent again, so that no account is locked', async () => {
    const proxy = await startProxy({ account: ACCOUNT_OF_PROXY });
    const desk = await openAsking(proxy);
    await desk.call('proxy.signIn', { ...USER, password: 'wrong' });
    const before = proxy.given.length;
    for (const _ of [1, 2, 3]) await expect(desk.signIn()).rejects.toThrow(/requires a password/);
    const sent = proxy.given.slice(before).filter((each) => each !== undefined);
    expect(sent).toHaveLength(1);
    expect(await desk.call('proxy.get', {})).toMatchObject({ hasPassword: true, asks: true });
    await desk.restart();
    await expect(desk.signIn()).rejects.toThrow(/requires a password/);
    expect(proxy.given.slice(before).filter((each) => each !== undefined)).toHaveLength(1);
    await desk.call('proxy.signIn', USER);
    await desk.signIn();
  });

  it('is tried out by one request, while the others wait for its end', async () => {
    const clock = heldClock();
    const tried = new TriedPasswords(clock);
    const chosen = { address: 'http://proxy.example:3128', ...USER };
    const choose = () => Promise.resolve(tried.isRefused(chosen) ? null : chosen);
    const first = await tried.take(choose);
    const others = [tried.take(choose), tried.take(choose)];
    await vi.waitUntil(() => clock.asleep() === 2);
    first.end('proxy-password');
    expect((await Promise.all(others)).map((each) => each.tried)).toEqual([null, null]);
    tried.allow(chosen);
    (await tried.take(choose)).end('unknown');
    (await tried.take(choose)).end('connected');
    const both = await Promise.all([tried.take(choose), tried.take(choose)]);
    expect(both.map((each) => each.tried)).toEqual([chosen, chosen]);
  });

  it('goes to no other proxy', async () => {
    const [proxy, other] = [await startProxy({ account: ACCOUNT_OF_PROXY }), await startProxy()];
    const desk = await openAsking(proxy);
    await desk.call('proxy.signIn', USER);
    await desk.call('settings.set', { values: { proxy: other.url } });
    await desk.signIn();
    expect(other.given).toEqual([undefined]);
  });

  it('is deleted when it is forgotten, and with its profile', async () => {
    const proxy = await startProxy({ account: ACCOUNT_OF_PROXY });
    const desk = await openAsking(proxy);
    await desk.call('proxy.signIn', USER);
    expect(secretNames(desk.dataDir).filter((name) => name.endsWith(':proxy'))).toHaveLength(1);
    expect(await desk.call('proxy.forget', {})).toMatchObject({ hasPassword: false });
    expect(secretNames(desk.dataDir)).toEqual([]);
    await desk.call('proxy.signIn', USER);
    await desk.close();
    await removeProfile(desk.platform, 'default', 0);
    expect(secretNames(desk.dataDir)).toEqual([]);
  });

  it('cannot be stored where no proxy is used', async () => {
    const desk = await openBehind();
    const stored = desk.call('proxy.signIn', USER);
    await expect(stored).rejects.toMatchObject({ code: 'state' });
  });
});
