import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import type { Platform, Secrets } from '#core/platform/platform.ts';
import { removeProfile, requestRestore } from '#core/app/shell/maintenance.ts';
import { listBackups } from '#core/workspace/backup.ts';
import { startReference } from '#reference/server.ts';
import type { Reference, SeedData } from '#reference/server.ts';
import { z } from '#contract/zod.ts';
import { ACCOUNT, openDesk, SEED } from '#test/support/desk.ts';
import { testPlatform, testRandom } from '#test/support/platform.ts';
import { openDatabase } from '#test/support/rawDatabase.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

interface Sent {
  readonly host: string;
  readonly path: string;
  readonly token: string | undefined;
}

/** Every request that leaves the process from now on, with the token on it. */
function watchRequests(): Sent[] {
  const sent: Sent[] = [];
  const started = z.object({ request: z.instanceof(ClientRequest) });
  const note = (message: unknown) => {
    const { request } = started.parse(message);
    const header = request.getHeader('authorization');
    const token = typeof header === 'string' ? header.replace('Bearer ', '') : undefined;
    sent.push({ host: String(request.getHeader('host')), path: request.path, token });
  };
  subscribe('http.client.request.start', note);
  onTestFinished(() => {
    unsubscribe('http.client.request.start', note);
  });
  return sent;
}

const hostOf = ({ url }: Reference) => new URL(url).host;
const askedOf = (service: Reference) => service.log.map(({ path }) => path);

async function service(seed: SeedData = SEED): Promise<Reference> {
  const started = await startReference({ seed, account: ACCOUNT });
  onTestFinished(() => started.close());
  return started;
}

function open(platform: Platform): Core {
  const core = openCore(platform);
  onTestFinished(() => core.close());
  return core;
}

const signIn = (core: Core, { url }: Reference) => core.call('session.login', { url, ...ACCOUNT });
const isSignedIn = async (core: Core) => (await core.call('status.get', {})).signedIn;

interface Kept extends Secrets {
  readonly held: Map<string, string>;
  locked: boolean;
}

/** A keyring that can be locked. */
function keyring(): Kept {
  const held = new Map<string, string>();
  const kept: Kept = {
    held,
    locked: false,
    get: (name) => Promise.resolve(held.get(name) ?? null),
    set: (name, value) =>
      kept.locked
        ? Promise.reject(new Error('The keyring is locked.'))
        : Promise.resolve(void held.set(name, value)),
    remove: (name) => Promise.resolve(void held.delete(name)),
  };
  return kept;
}

/** Keeps the token as an earlier version did: bare, and named by the profile alone. */
function asBefore({ dataDir }: Platform, secrets: Kept): void {
  const tokenOf = z.object({ token: z.string() });
  const [kept] = [...secrets.held.values()].map((each) => tokenOf.parse(JSON.parse(each)));
  secrets.held.clear();
  secrets.held.set('token:default', kept?.token ?? '');
  openDatabase(path.join(dataDir, 'profiles', 'default', 'work.db'), (db) =>
    db.exec("DELETE FROM meta WHERE key = 'secret'"),
  );
}

describe('the token of an account', () => {
  it('T4: goes to no other service, though the sign-in there could not be kept', async () => {
    const [a, b] = [await service(), await service()];
    const secrets = keyring();
    const core = open({ ...testPlatform(tempFolder()), secrets });
    await signIn(core, a);
    const told: boolean[] = [];
    core.on('session.changed', ({ signedIn }) => told.push(signedIn));
    secrets.locked = true;
    await expect(signIn(core, b)).rejects.toThrow('locked');
    expect(told).toEqual([false]);
    await expect(core.call('sync.pull', {})).rejects.toMatchObject({ code: 'unauthorized' });
    expect(askedOf(b)).toEqual(['/admin/login']);
    expect(await isSignedIn(core)).toBe(false);
  });

  it('T4: goes to no other service, though the program was killed while it was signed in to', async () => {
    const [a, b] = [await service(), await service()];
    const platform = { ...testPlatform(tempFolder()), secrets: keyring() };
    const first = openCore(platform);
    await signIn(first, a);
    const before = new Map(platform.secrets.held);
    await signIn(first, b);
    await first.close();
    for (const [name, value] of before) platform.secrets.held.set(name, value);
    const core = open(platform);
    expect(await isSignedIn(core)).toBe(false);
    await expect(core.call('sync.pull', {})).rejects.toMatchObject({ code: 'unauthorized' });
    expect(askedOf(b)).toEqual(['/admin/login']);
  });

  it('T4: stays with its data folder where several are kept in one place', async () => {
    const [a, b] = [await service(), await service()];
    const secrets = keyring();
    const platformOf = (seed: number) => ({
      ...testPlatform(tempFolder(), { random: testRandom(seed) }),
      secrets,
    });
    const [one, two] = [platformOf(1), platformOf(2)];
    for (const [platform, to] of [
      [one, a],
      [two, b],
    ] as const) {
      const core = openCore(platform);
      await signIn(core, to);
      await core.close();
    }
    const core = open(one);
    expect(await isSignedIn(core)).toBe(true);
    const sent = watchRequests();
    await core.call('sync.pull', {});
    expect(new Set(sent.map(({ host }) => host))).toEqual(new Set([hostOf(a)]));
    const second = open(two);
    expect(await isSignedIn(second)).toBe(true);
    await core.call('session.logout', {});
    expect(await isSignedIn(second)).toBe(true);
    expect(secrets.held.size).toBe(1);
  });

  it('leaves with its profile, and no other does', async () => {
    const a = await service();
    const secrets = keyring();
    const platform = { ...testPlatform(tempFolder()), secrets };
    const platforms = [platform, { ...platform, profile: 'default2' }];
    for (const each of platforms) {
      const core = openCore(each);
      await signIn(core, a);
      await core.close();
    }
    await removeProfile(platform, 'default', 0);
    expect([...secrets.held.keys()]).toEqual([expect.stringMatching(/^token:default2:/)]);
  });
});

describe('a token that was kept before it was known what for', () => {
  it('is found where the service has shown that it takes it, and forgotten with the sign-out', async () => {
    const a = await service();
    const secrets = keyring();
    const platform = { ...testPlatform(tempFolder()), secrets };
    const first = openCore(platform);
    await signIn(first, a);
    await first.call('sync.pull', {});
    await first.close();
    asBefore(platform, secrets);
    const core = open(platform);
    expect(await isSignedIn(core)).toBe(true);
    await core.call('sync.pull', {});
    await signIn(core, a);
    expect(secrets.held.has('token:default')).toBe(false);
    await core.call('session.logout', {});
    expect(secrets.held.size).toBe(0);
  });

  it('is none of the service that was never read with it', async () => {
    const a = await service();
    const secrets = keyring();
    const platform = { ...testPlatform(tempFolder()), secrets };
    const first = openCore(platform);
    await signIn(first, a);
    await first.close();
    asBefore(platform, secrets);
    const core = open(platform);
    expect(await isSignedIn(core)).toBe(false);
    await expect(core.call('sync.pull', {})).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe.each(['as Cabinet makes them', 'with a name for the token'])(
  'backups of another person %s',
  (kind) => {
    it('send no token of an earlier version to the service that they name', async () => {
      const [a, foreign] = [await service(), await service()];
      const secrets = keyring();
      const platform = { ...testPlatform(tempFolder()), secrets };
      const first = openCore(platform);
      await signIn(first, a);
      await first.call('sync.pull', {});
      await first.close();
      asBefore(platform, secrets);
      const [newest = ''] = listBackups(
        platform.disk,
        path.join(platform.dataDir, 'profiles/default'),
      );
      openDatabase(newest, (db) => {
        db.prepare("UPDATE meta SET value = ? WHERE key = 'url'").run(foreign.url);
        if (kind === 'as Cabinet makes them') db.exec("DELETE FROM meta WHERE key = 'secret'");
      });
      requestRestore(platform, 'default', path.basename(newest));
      const core = open(platform);
      expect((await core.call('status.get', {})).url).toBe(foreign.url);
      await expect(core.call('sync.pull', {})).rejects.toMatchObject({ code: 'unauthorized' });
      expect(foreign.log).toEqual([]);
    });
  },
);

describe('a sign-in while something runs', () => {
  it('T4: ends what reads the service that is left, and stays signed in', async () => {
    const products = Array.from({ length: 35 }, (_, index) => ({ name: `Product ${index}` }));
    const seed = { ...SEED, products };
    const desk = await openDesk({ variant: { pageCap: 10 }, seed });
    const fittings = [{ kod: 'OTHER', name: 'Of the other' }];
    const other = await service({ fittings, materials: [], products: [], edgeBands: [] });
    for (const { _id: id } of desk.service.state.all('products'))
      desk.service.state.patch('products', String(id), { name: 'Changed' });
    const sent = watchRequests();
    let asked = 0;
    const leaving: Promise<unknown>[] = [];
    desk.service.addFault({
      on: { method: 'GET', path: '/adminapi/products' },
      kind: 'hook',
      hook: async (phase) => {
        if (phase !== 'before' || ++asked !== 3) return;
        leaving.push(desk.call('session.login', { url: other.url, ...ACCOUNT }));
        await Promise.all(leaving);
        sent.length = 0;
      },
    });
    await Promise.allSettled([desk.pull()]);
    // The pull ends before the sign-in does.
    await Promise.all(leaving);
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(sent.filter(({ host }) => host === hostOf(desk.service))).toEqual([]);
    expect((await desk.call('status.get', {})).signedIn).toBe(true);
    const { kinds } = await desk.pull();
    expect(kinds.products).toMatchObject({ total: 0, complete: true });
    expect((await desk.call('records.list', { kind: 'products' })).total).toBe(0);
    const list = await desk.call('records.list', { kind: 'fittings' });
    expect(list.rows.map(({ key }) => key)).toEqual(['OTHER']);
  });

  it('is not over because the one before it was refused', async () => {
    const a = await service();
    const core = open(testPlatform(tempFolder()));
    await signIn(core, a);
    let renewed = false;
    a.addFault({
      on: { method: 'GET', path: '/adminapi/fittings' },
      kind: 'hook',
      hook: async (phase) => {
        if (phase !== 'before' || renewed) return;
        renewed = true;
        a.revokeTokens();
        await signIn(core, a);
      },
    });
    await Promise.allSettled([core.call('sync.pull', {})]);
    expect(renewed).toBe(true);
    expect(await isSignedIn(core)).toBe(true);
    await core.call('sync.pull', {});
  });

  it('is not undone by a keyring that tells late what it held before', async () => {
    const a = await service();
    const secrets = keyring();
    const platform = { ...testPlatform(tempFolder()), secrets };
    const first = openCore(platform);
    await signIn(first, a);
    await first.close();
    const [old = ''] = secrets.held.values();
    const released = Promise.withResolvers<void>();
    let slow = true;
    const late = {
      ...secrets,
      get: async (name: string) => {
        const held = secrets.held.get(name) ?? null;
        if (slow) await released.promise;
        return held;
      },
    };
    const core = open({ ...platform, secrets: late });
    const pulled = core.call('sync.pull', { kinds: ['fittings'] });
    await signIn(core, a);
    slow = false;
    const sent = watchRequests();
    released.resolve();
    await pulled;
    await core.call('sync.pull', { kinds: ['materials'] });
    const tokens = new Set(sent.map(({ token }) => token));
    expect(tokens.size).toBe(1);
    for (const token of tokens) expect(old).not.toContain(token);
  });
});
