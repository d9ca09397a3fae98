import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventData } from '#contract/events.ts';
import type { Settings } from '#contract/procedures.ts';
import { openCore } from '#core/app/core.ts';
import { profileBackups, removeProfile, requestRestore } from '#core/app/shell/maintenance.ts';
import { startReference } from '#reference/server.ts';
import { filesWithSecrets } from '#test/support/canary.ts';
import { SEED } from '#test/support/desk.ts';
import { secretNames } from '#test/support/keptToken.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const ACCOUNT = { email: 'admin@example.com', password: 'Hasło-do-serwera-4711' };

/** A signed-in profile; `seals` says whether the system has a keyring. */
async function openRemembering(rememberPassword: Settings['rememberPassword'], seals = true) {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const base = testPlatform(tempFolder());
  const secrets = { ...base.secrets, seals: () => Promise.resolve(seals) };
  const platform = { ...base, secrets };
  const core = openCore(platform);
  const told: EventData<'session.changed'>[] = [];
  onTestFinished(async () => {
    await core.close();
    await service.close();
  });
  await core.call('settings.set', { values: { rememberPassword } });
  await core.call('session.login', { url: service.url, ...ACCOUNT });
  await core.call('sync.pull', {});
  core.on('session.changed', (state) => told.push(state));
  const edit = (ref: string) =>
    core.call('records.update', { kind: 'fittings', ref, values: { price: '99' }, files: [] });
  const passwords = () =>
    secretNames(platform.dataDir).filter((name) => name.endsWith(':password'));
  return { core, service, platform, told, edit, passwords };
}

describe('T9: a remembered password', () => {
  it('lets a push go on where the session ended, and each change arrives once', async () => {
    const { core, service, told, edit } = await openRemembering('on');
    await core.call('settings.set', { values: { concurrency: 1 } });
    await edit('ZAW-110');
    await edit('ZAW-155');
    service.addFault({
      on: { method: 'PATCH' },
      nth: 1,
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'after') service.revokeTokens();
      },
    });
    const result = await core.call('sync.push', { patience: 0 });
    expect(result).toMatchObject({ done: 2, waiting: 0, stopped: null });
    expect(service.state.all('fittings').map(({ price }) => price)).toEqual(['99', '99']);
    const answered = service.log.filter(({ method, status }) => method === 'PATCH' && status < 300);
    expect(answered).toHaveLength(2);
    expect(told).toEqual([]);
    expect((await core.call('status.get', {})).signedIn).toBe(true);
  });

  it('lets a pull and a check of the connection go on', async () => {
    const { core, service, platform, told } = await openRemembering('on');
    service.revokeTokens();
    expect(Object.keys((await core.call('sync.pull', {})).kinds)).toContain('fittings');
    platform.clock.advance(60_000);
    service.revokeTokens();
    expect(await core.call('connection.check', {})).toEqual({ state: 'online' });
    expect(told).toEqual([]);
  });

  it('that the service refuses is removed, and the user is asked once', async () => {
    const { core, service, told, passwords } = await openRemembering('on');
    service.addFault({ on: { path: /login/ }, kind: 'status', status: 401, message: 'No.' });
    service.revokeTokens();
    await expect(core.call('sync.pull', {})).rejects.toMatchObject({ code: 'unauthorized' });
    expect(told).toEqual([{ signedIn: false, expired: true }]);
    expect(passwords()).toEqual([]);
  });

  it('is not sent again and again to a service that ends each session at once', async () => {
    const { core, service } = await openRemembering('on');
    const logins = () => service.log.filter(({ path }) => path.endsWith('/login')).length;
    const before = logins();
    for (const _ of [1, 2, 3]) {
      service.revokeTokens();
      await core.call('connection.check', {});
    }
    expect(logins() - before).toBe(1);
  });

  it.each([
    ['off', true],
    ['on', false],
  ] as const)('is not stored: setting %s, keyring %s', async (setting, seals) => {
    const { core, service, told, passwords } = await openRemembering(setting, seals);
    expect(passwords()).toEqual([]);
    service.revokeTokens();
    await expect(core.call('sync.pull', {})).rejects.toMatchObject({ code: 'unauthorized' });
    expect(told).toEqual([{ signedIn: false, expired: true }]);
  });

  it.each(['signs out', 'turns the setting off', 'deletes the profile'])(
    'is in no file in the clear, and gone when the user %s',
    async (how) => {
      const { core, platform, passwords } = await openRemembering('on');
      expect(passwords()).toHaveLength(1);
      expect(filesWithSecrets(platform.dataDir, [ACCOUNT.password])).toEqual([]);
      if (how === 'signs out') await core.call('session.logout', {});
      else if (how === 'turns the setting off')
        await core.call('settings.set', { values: { rememberPassword: 'off' } });
      else {
        await core.close();
        await removeProfile(platform, 'default', 0);
      }
      expect(passwords()).toEqual([]);
    },
  );
});

describe('T9: a password and a backup', () => {
  const open = (dataDir: string, names?: () => string) => {
    const base = testPlatform(dataDir);
    const secrets = { ...base.secrets, seals: () => Promise.resolve(true) };
    const random = names === undefined ? base.random : { ...base.random, id: names };
    const platform = { ...base, secrets, random };
    let core = openCore(platform);
    onTestFinished(() => core.close());
    const restart = async (backup?: string) => {
      await core.close();
      if (backup !== undefined) requestRestore(platform, 'default', backup);
      core = openCore(platform);
    };
    return { platform, restart, call: () => core };
  };
  const edited = { kind: 'fittings' as const, ref: 'ZAW-110', values: { price: '99' }, files: [] };

  async function serviceHere() {
    const service = await startReference({ seed: SEED, account: ACCOUNT });
    onTestFinished(() => service.close());
    return { url: service.url, ...ACCOUNT };
  }

  it.each(['signs out', 'turns the setting off'])(
    'of before it was stored: it is gone when the user %s',
    async (how) => {
      const account = await serviceHere();
      const { platform, restart, call } = open(tempFolder());
      await call().call('session.login', account);
      await call().call('sync.pull', {});
      await call().call('records.update', edited);
      await restart();
      const [first] = profileBackups(platform, 'default');
      await call().call('settings.set', { values: { rememberPassword: 'on' } });
      await call().call('session.login', account);
      const names = () =>
        secretNames(platform.dataDir).filter((each) => each.endsWith(':password'));
      expect(names()).toHaveLength(1);
      await restart(first?.name ?? '');
      // The setting belongs to this computer, not to the backup.
      expect((await call().call('settings.get', {})).rememberPassword).toBe('on');
      if (how === 'signs out') await call().call('session.logout', {});
      else await call().call('settings.set', { values: { rememberPassword: 'off' } });
      await expect.poll(names).toEqual([]);
    },
  );

  it("of a stranger: it decides nothing, and the user's own secrets go when the user signs out", async () => {
    const account = await serviceHere();
    const theirs = open(tempFolder(), () => crypto.randomUUID());
    await theirs.call().call('settings.set', { values: { rememberPassword: 'on' } });
    await theirs.call().call('session.login', account);
    await theirs.call().call('sync.pull', {});
    await theirs.call().call('records.update', edited);
    await theirs.restart();
    const [given] = profileBackups(theirs.platform, 'default');
    const mine = open(tempFolder());
    await mine.call().call('session.login', account);
    const folder = (dir: string) => path.join(dir, 'profiles', 'default', 'backups');
    const name = given?.name ?? '';
    fs.mkdirSync(folder(mine.platform.dataDir), { recursive: true });
    fs.copyFileSync(
      path.join(folder(theirs.platform.dataDir), name),
      path.join(folder(mine.platform.dataDir), name),
    );
    await mine.restart(name);
    expect((await mine.call().call('settings.get', {})).rememberPassword).toBe('off');
    await mine.call().call('session.login', account);
    await mine.call().call('session.logout', {});
    expect(secretNames(mine.platform.dataDir)).toEqual([]);
  });
});

it('a renewal that is being stored when the user signs out leaves no token behind', async () => {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const base = testPlatform(tempFolder());
  let slow: PromiseWithResolvers<void> | null = null;
  let stores: PromiseWithResolvers<void> = Promise.withResolvers();
  const secrets = {
    ...base.secrets,
    seals: () => Promise.resolve(true),
    set: async (name: string, value: string) => {
      stores.resolve();
      await slow?.promise;
      await base.secrets.set(name, value);
    },
  };
  const core = openCore({ ...base, secrets });
  onTestFinished(async () => {
    await core.close();
    await service.close();
  });
  await core.call('settings.set', { values: { rememberPassword: 'on' } });
  await core.call('session.login', { url: service.url, ...ACCOUNT });
  service.revokeTokens();
  [slow, stores] = [Promise.withResolvers(), Promise.withResolvers()];
  const pull = core.call('sync.pull', {}).catch(() => undefined);
  await stores.promise;
  const out = core.call('session.logout', {});
  await new Promise((resolve) => setTimeout(resolve, 50));
  slow.resolve();
  await Promise.all([out, pull]);
  expect(secretNames(base.dataDir)).toEqual([]);
  expect((await core.call('status.get', {})).signedIn).toBe(false);
});
