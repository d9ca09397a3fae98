import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findWorker } from '#core/app/workerPaths.ts';
import { openThreadedCore } from '#core/app/threaded.ts';
import type { ThreadedCore, WriterState } from '#core/app/threaded.ts';
import type { Secrets } from '#core/platform/platform.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

const FRAGILE = new URL('../../support/fragileWorker.ts', import.meta.url);

interface Halves {
  readonly core: ThreadedCore;
  readonly dataDir: string;
  readonly kept: Map<string, string>;
  readonly logged: readonly string[];
  readonly states: readonly WriterState[];
  /** Resolves when the writing half says so, or has said so since the last time it was asked for. */
  readonly until: (state: WriterState) => Promise<void>;
  readonly crash: (how: 'once' | 'always') => void;
  readonly mend: () => void;
}

async function openHalves(url = findWorker()): Promise<Halves> {
  const dataDir = tempFolder();
  const kept = new Map<string, string>();
  const platform = { ...testPlatform(dataDir), secrets: secretsIn(kept) };
  const states: WriterState[] = [];
  const waiting = new Map<WriterState, PromiseWithResolvers<void>>();
  const at = (state: WriterState) => {
    const known = waiting.get(state) ?? Promise.withResolvers<void>();
    waiting.set(state, known);
    return known;
  };
  const core = await openThreadedCore(platform, url, (state) => {
    states.push(state);
    at(state).resolve();
  });
  onTestFinished(() => core.close());
  const sign = path.join(dataDir, 'crash');
  return {
    core,
    dataDir,
    kept,
    logged: platform.logged,
    states,
    until: async (state) => {
      await at(state).promise;
      waiting.delete(state);
    },
    crash: (how) => fs.writeFileSync(sign, how),
    mend: () => fs.rmSync(sign),
  };
}

function secretsIn(kept: Map<string, string>): Secrets {
  return {
    get: (name) => Promise.resolve(kept.get(name) ?? null),
    set: (name, value) => Promise.resolve(void kept.set(name, value)),
    remove: (name) => Promise.resolve(void kept.delete(name)),
  };
}

describe('the core in two halves', () => {
  it('signs in, pulls and lists; the token stays with the host', async () => {
    const service = await startReference({ seed: SEED, account: ACCOUNT });
    onTestFinished(() => service.close());
    const { core, kept } = await openHalves();
    const heard: string[] = [];
    core.on('session.changed', ({ signedIn }) => heard.push(String(signedIn)));
    core.on('records.changed', ({ kind }) => heard.push(kind));
    await core.call('session.login', { url: service.url, ...ACCOUNT });
    expect([...kept.keys()]).toEqual([expect.stringMatching(/^token:default:./)]);
    await core.call('sync.pull', { kinds: ['materials'] });
    const list = await core.call('records.list', { kind: 'materials' });
    expect(list.rows.map(({ key }) => key)).toEqual(['H1145']);
    expect((await core.call('status.get', {})).signedIn).toBe(true);
    expect(heard).toEqual(expect.arrayContaining(['true', 'materials']));
    await core.call('session.logout', {});
    expect(kept.size).toBe(0);
  });

  it('looks a sheet through, shows it, queues it and writes one', async () => {
    const service = await startReference({ seed: SEED, account: ACCOUNT });
    onTestFinished(() => service.close());
    const { core, dataDir } = await openHalves();
    await core.call('session.login', { url: service.url, ...ACCOUNT });
    await core.call('sync.pull', {});
    const told: string[] = [];
    core.on('changesets.progress', ({ phase }) => told.push(phase));
    const given = path.join(dataDir, 'ceny.csv');
    fs.writeFileSync(given, 'kod;cena\nZAW-110;9,20\nZAW-155;dużo\n');
    const { file } = await core.call('files.stage', { path: given });
    const { sheet } = await core.call('sheets.open', { kind: 'fittings', file });
    await core.call('sheets.adjust', { sheet, dialect: { empty: 'clear' } });
    const { plan, counts } = await core.call('sheets.check', { sheet });
    expect(counts).toMatchObject({ changed: 1, error: 1 });
    const { rows } = await core.call('changesets.rows', { plan, offset: 0, limit: 10 });
    expect(rows.map(({ key }) => key)).toEqual(['ZAW-110', 'ZAW-155']);
    const { group } = await core.call('changesets.queue', { plan });
    await core.call('sheets.close', { sheet });
    // The reader sees the group that the writer queued.
    expect((await core.call('groups.list', {})).groups).toMatchObject([{ id: group }]);
    const query = { kind: 'fittings' as const };
    const to = path.join(dataDir, 'out.json');
    await core.call('sheets.export', { query, as: { format: 'json' }, to });
    expect(fs.readFileSync(to, 'utf8')).toContain('9.20');
    expect(new Set(told)).toEqual(new Set(['read', 'queue', 'write']));
    await expect(core.call('sheets.check', { sheet })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('passes the errors of the writer on', async () => {
    const { core } = await openHalves();
    await expect(core.call('outbox.retry', { operation: 'none' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(core.dispatch('settings.set', { values: 7 })).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(core.dispatch('constructor', {})).rejects.toMatchObject({ code: 'invalid' });
  });

  it('is busy while another one has the profile, and free afterwards', async () => {
    const { core, dataDir } = await openHalves();
    const platform = testPlatform(dataDir);
    await expect(openThreadedCore(platform, findWorker())).rejects.toMatchObject({ code: 'busy' });
    await core.close();
    const next = await openThreadedCore(platform, findWorker());
    await next.close();
  });

  // Linux lists open files; another system refuses to remove a folder with open files.
  it.runIf(process.platform === 'linux')(
    'holds no file of a profile that it could not open',
    async () => {
      const { core, dataDir } = await openHalves();
      await core.close();
      const nowhere = new URL('../nowhere.js', import.meta.url);
      const again = openThreadedCore(testPlatform(dataDir), nowhere);
      await expect(again).rejects.toMatchObject({ code: 'internal' });
      expect(heldIn(dataDir)).toEqual([]);
    },
  );

  it('says what is missing when the writer’s file is', async () => {
    const platform = testPlatform(tempFolder());
    const nowhere = new URL('../nowhere.js', import.meta.url);
    await expect(openThreadedCore(platform, nowhere)).rejects.toMatchObject({ code: 'internal' });
  });

  it('writes everything down when it closes', async () => {
    const { core, dataDir } = await openHalves();
    await core.call('settings.set', { values: { language: 'pl' } });
    await core.close();
    const files = fs.readdirSync(path.join(dataDir, 'profiles', 'default'));
    expect(files).toContain('work.db');
    expect(files.filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
    await expect(core.call('settings.get', {})).rejects.toMatchObject({ code: 'disconnected' });
    await expect(core.call('sync.stop', {})).rejects.toMatchObject({ code: 'disconnected' });
  });

  it('ends waiting calls when the writer is lost, starts it again, and lost nothing', async () => {
    const halves = await openHalves(FRAGILE);
    const { core } = halves;
    const values = { code: 'ABS-9', name: 'ABS 9' };
    const made = await core.call('records.create', { kind: 'edge-bands', values, files: [] });
    const login = core.call('session.login', { url: await silentService(), ...ACCOUNT });
    halves.crash('once');
    await expect(login).rejects.toMatchObject({ code: 'disconnected' });
    await halves.until('running');
    expect(halves.states).toEqual(['lost', 'running']);
    expect(halves.logged.join()).toContain('broken by a test');
    const { operations } = await core.call('outbox.list', {});
    expect(operations.map(({ id }) => id)).toEqual([made.operation]);
    await core.call('outbox.discard', { operation: made.operation ?? '' });
  });

  it('says that nothing runs any more when the writer is lost in the middle of it', async () => {
    const service = await startReference({ seed: SEED, account: ACCOUNT });
    onTestFinished(() => service.close());
    const halves = await openHalves(FRAGILE);
    const { core } = halves;
    const heard: string[] = [];
    core.on('sync.state', ({ running }) => heard.push(running));
    await core.call('session.login', { url: service.url, ...ACCOUNT });
    service.addFault({ on: { method: 'GET' }, kind: 'timeout', applied: false });
    const pulled = core.call('sync.pull', {});
    halves.crash('once');
    await expect(pulled).rejects.toMatchObject({ code: 'disconnected' });
    await halves.until('running');
    expect(heard).toEqual(['pull', 'idle']);
  });

  it('gives up after three attempts, still reads, and comes back when asked', async () => {
    const halves = await openHalves(FRAGILE);
    const { core } = halves;
    halves.crash('always');
    await halves.until('gone');
    expect(halves.states).toEqual(['lost', 'gone']);
    expect(halves.logged.filter((each) => each.includes('started again'))).toHaveLength(3);
    expect((await core.call('settings.get', {})).concurrency).toBe(3);
    await expect(core.call('sync.stop', {})).rejects.toMatchObject({ code: 'disconnected' });
    halves.mend();
    expect(await core.restart()).toBe(true);
    await core.call('settings.set', { values: { theme: 'dark' } });
    expect((await core.call('settings.get', {})).theme).toBe('dark');
  });
});

/** A service that takes requests and never answers. */
async function silentService(): Promise<string> {
  const service = await startReference({ latencyMs: 60_000 });
  onTestFinished(() => service.close());
  return service.url;
}

/** The files below a folder that this process holds open. */
function heldIn(folder: string): readonly string[] {
  const held = fs.readdirSync('/proc/self/fd').map((each) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${each}`);
    } catch {
      return '';
    }
  });
  return held.filter((file) => file.startsWith(folder)).toSorted();
}
