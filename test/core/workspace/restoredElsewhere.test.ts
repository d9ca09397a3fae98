import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { dataDirOf } from '#core/app/nodePlatform.ts';
import { ProfileHost } from '#core/app/shell/profileHost.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, OBJ, SEED } from '#test/support/desk.ts';
import { SETTLE } from '#test/support/editing.ts';
import { secretNames } from '#test/support/keptToken.ts';
import { testClock, testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const WEEK = 7 * 86_400_000;

/** A service with these fittings, whose ids and prices are the same at each. */
async function serviceOf(...kods: readonly string[]) {
  const fittings = kods.map((kod, place) => ({
    _id: `${place + 1}`.repeat(24),
    kod,
    name: kod,
    price: '1',
    images: [],
  }));
  const service = await startReference({ seed: { ...SEED, fittings }, account: ACCOUNT });
  onTestFinished(() => service.close());
  return service;
}

/** The profiles of a program that keeps its sign-ins in the data folder, as the browser shell does. */
async function open(clock = testClock()) {
  const folder = path.join(tempFolder(), 'data');
  const platform = testPlatform(dataDirOf(folder, { managed: {}, fault: null }), { clock });
  const host = new ProfileHost(platform, (each) =>
    Promise.resolve({ ...openCore(each), restart: () => Promise.resolve(true) }),
  );
  onTestFinished(() => host.close().catch(() => undefined));
  await host.openProfile('default');
  return { host, folder, clock };
}

const signIn = (host: ProfileHost, url: string) => host.call('session.login', { url, ...ACCOUNT });
const push = (host: ProfileHost) => host.call('sync.push', { patience: 0 });
const urlOf = async (host: ProfileHost) => (await host.call('status.get', {})).url;
const add = (host: ProfileHost, code: string) =>
  host.call('records.create', { kind: 'edge-bands', values: { code, name: code }, files: [] });

const reprice = (host: ProfileHost, ref: string) =>
  host.call('records.update', { kind: 'fittings', ref, values: { price: '5' }, files: [] });

async function keysOf(host: ProfileHost) {
  const { rows } = await host.call('records.list', { kind: 'fittings' });
  return rows.map(({ key }) => key ?? '').toSorted((a, b) => (a < b ? -1 : 1));
}

/** Closed and opened again, so that it is backed up where that is due. */
async function reopen(host: ProfileHost): Promise<void> {
  await host.openProfile('other');
  await host.openProfile('default');
}

async function restoreNewest({ host, clock }: Awaited<ReturnType<typeof open>>): Promise<void> {
  clock.advance(60_000);
  await host.restoreBackup(host.backups()[0]?.name ?? '');
}

describe('a backup from before another service was signed in to', () => {
  async function restored() {
    const [real, trial] = [await serviceOf('REAL', 'BOTH'), await serviceOf('TRIAL', 'BOTH')];
    const opened = await open();
    const { host } = opened;
    await signIn(host, real.url);
    await host.call('sync.pull', {});
    await add(host, 'N1');
    await reopen(host);
    await push(host);
    await signIn(host, trial.url);
    await host.call('sync.pull', {});
    await restoreNewest(opened);
    return { host, real };
  }

  it('shows nothing of the other service as records of its own', async () => {
    const { host, real } = await restored();
    expect(await urlOf(host)).toBe(real.url);
    expect(await keysOf(host)).toEqual([]);
    await signIn(host, real.url);
    await host.call('sync.pull', {});
    expect(await keysOf(host)).toEqual(['BOTH', 'REAL']);
  });

  it('does not tell the difference of two services as what others changed', async () => {
    const { host, real } = await restored();
    await signIn(host, real.url);
    await host.call('sync.pull', {});
    await host.call('pulls.settle', {});
    expect((await host.call('pulls.changes', { since: 0 })).total).toBe(0);
  });

  it('sends no change of a record that only the other service showed', async () => {
    const { host, real } = await restored();
    await expect(reprice(host, 'TRIAL')).rejects.toMatchObject({ code: 'not-found' });
    await signIn(host, real.url);
    await push(host);
    expect(real.state.all('fittings').map(({ price }) => price)).toEqual(['1', '1']);
  });
});

describe('work that takes the place of what was damaged', () => {
  it('is of the service that was signed in to last, which alone makes a backup due', async () => {
    const [real, trial] = [await serviceOf('REAL'), await serviceOf('TRIAL')];
    const { host, folder } = await open();
    await signIn(host, real.url);
    await host.call('sync.pull', {});
    await add(host, 'N1');
    await push(host);
    await reopen(host);
    await signIn(host, trial.url);
    await host.call('sync.pull', {});
    await host.openProfile('other');
    fs.writeFileSync(path.join(folder, 'profiles', 'default', 'work.db'), 'no database');
    await host.openProfile('default');
    expect({ url: await urlOf(host), keys: await keysOf(host) }).toEqual({
      url: trial.url,
      keys: ['TRIAL'],
    });
  });

  it('is of the service that the catalogue here is of, where there is no backup', async () => {
    const [real, trial] = [await serviceOf('REAL'), await serviceOf('TRIAL')];
    const { host, folder } = await open();
    await signIn(host, real.url);
    await host.call('sync.pull', {});
    await host.openProfile('other');
    const profile = path.join(folder, 'profiles', 'default');
    fs.rmSync(path.join(profile, 'backups'), { recursive: true });
    fs.writeFileSync(path.join(profile, 'work.db'), 'no database');
    await host.openProfile('default');
    expect({ url: await urlOf(host), keys: await keysOf(host) }).toEqual({
      url: real.url,
      keys: ['REAL'],
    });
    // Changes made there can be sent to no other service.
    await reprice(host, 'REAL');
    await expect(signIn(host, trial.url)).rejects.toMatchObject({ code: 'state' });
    await signIn(host, real.url);
    expect(await push(host)).toMatchObject({ done: 1 });
  });
});

describe('what a backup took the place of', () => {
  it('has its sign-in forgotten with the profile, though the backup was from before it', async () => {
    const service = await serviceOf('A');
    const opened = await open();
    const { host, folder } = opened;
    await add(host, 'N1');
    await reopen(host);
    await signIn(host, service.url);
    await restoreNewest(opened);
    await host.call('session.logout', {});
    await host.openProfile('other');
    await host.removeProfile('default', 1);
    expect(secretNames(folder)).toEqual([]);
  });

  it('keeps its files, and can be put back with them weeks later', async () => {
    const service = await serviceOf('A');
    const opened = await open(testClock(Date.now()));
    const { host, folder, clock } = opened;
    await signIn(host, service.url);
    await reopen(host);
    const model = path.join(path.dirname(folder), 'a.obj');
    fs.writeFileSync(model, OBJ);
    const { file } = await host.call('files.stage', { path: model, kind: 'fittings' });
    const values = { kod: 'N1', name: 'N1' };
    await host.call('records.create', {
      kind: 'fittings',
      values,
      files: [{ field: 'model', file }],
    });
    await restoreNewest(opened);
    for (let week = 0; week < 3; week += 1) {
      clock.advance(1.1 * WEEK);
      await reopen(host);
    }
    const replaced = host.backups().find(({ waiting }) => waiting === 1);
    await host.restoreBackup(replaced?.name ?? '');
    for (let look = 0; look < 4; look += 1) {
      clock.advance(2 * SETTLE);
      await push(host);
    }
    expect((await host.call('outbox.list', {})).operations).toEqual([]);
    expect(service.state.all('fittings').map(({ kod }) => kod)).toContain('N1');
  });
});

it('a plan that was previewed at one service is not queued for another', async () => {
  const [real, trial] = [await serviceOf('REAL'), await serviceOf('TRIAL')];
  const { host } = await open();
  await signIn(host, real.url);
  await host.call('sync.pull', {});
  const { plan } = await host.call('bulk.plan', {
    kind: 'fittings',
    selection: { ids: ['1'.repeat(24)] },
    change: { code: 'set', field: 'price', value: '7' },
  });
  await signIn(host, trial.url);
  await host.call('sync.pull', {});
  await expect(host.call('changesets.queue', { plan })).rejects.toMatchObject({
    code: 'state',
    details: { why: { code: 'other-service' } },
  });
  await push(host);
  expect(trial.state.all('fittings').map(({ price }) => price)).toEqual(['1']);
});
