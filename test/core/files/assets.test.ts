import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { events } from '#contract/events.ts';
import type { Settings } from '#contract/procedures.ts';
import { dispatcher } from '#contract/rpc/serve.ts';
import { systemClock } from '#core/nodePlatform.ts';
import type { Clock } from '#core/platform.ts';
import { closeStores, openStores } from '#core/reader.ts';
import { sightsOf } from '#core/files/sights.ts';
import { openWriter } from '#core/writer.ts';
import type { Writer } from '#core/writer.ts';
import { startReference } from '#reference/server.ts';
import type { Reference, ReferenceOptions } from '#reference/server.ts';
import { ACCOUNT, OBJ, PNG, SEED } from '../../support/desk.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const COVER = 'uploads/fittings/a.png';
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** A writer that stays, as a window has it, and the service whose files it fetches. */
interface Station {
  readonly service: Reference;
  readonly writer: Writer;
  readonly folder: string;
  /** The paths of each notice that files have changed. */
  readonly told: readonly (readonly string[])[];
  readonly call: (name: string, input: unknown) => Promise<unknown>;
  readonly settings: (values: Partial<Settings>) => Promise<unknown>;
  /** Resolves as soon as it is so; asked again at every notice of the core. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  readonly stateOf: (stored: string) => string;
  readonly assets: () => readonly string[];
  readonly asked: (stored: string) => number;
  readonly restart: () => Promise<void>;
}

const FILES: Readonly<Record<string, Buffer | string>> = {
  [COVER]: PNG,
  'uploads/fittings/a.obj': OBJ,
  'uploads/materials/h.png': PNG,
  'uploads/products/s.obj': `${OBJ}# other`,
};

async function open(
  options: ReferenceOptions & {
    readonly files?: typeof FILES;
    readonly set?: Partial<Settings>;
    readonly clock?: Clock;
  } = {},
): Promise<Station> {
  const { files = FILES, set = {}, clock = systemClock, ...rest } = options;
  const root = tempFolder();
  const seedFiles = path.join(root, 'files');
  for (const [name, bytes] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(seedFiles, name)), { recursive: true });
    fs.writeFileSync(path.join(seedFiles, name), bytes);
  }
  const service = await startReference({ seed: SEED, account: ACCOUNT, seedFiles, ...rest });
  const waiting = new Set<() => void>();
  const told: (readonly string[])[] = [];
  const platform = {
    ...testPlatform(path.join(root, 'data')),
    clock,
    fetchFile: fetch,
  };
  const begin = () =>
    openWriter(
      platform,
      (name, data) => {
        if (name === 'files.changed') told.push(events['files.changed'].parse(data).paths);
        for (const each of waiting) each();
      },
      true,
    );
  let writer = begin();
  onTestFinished(async () => {
    await writer.close();
    await service.close();
  });
  const station: Station = {
    service,
    get writer() {
      return writer;
    },
    folder: writer.ws.folder,
    told,
    call: (name, input) => dispatcher(writer.handlers)(name, input),
    settings: (values) => station.call('settings.set', { values }),
    until: (isSo) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isSo()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    stateOf: (stored) => writer.ws.assets.get(stored)?.state ?? 'unknown',
    assets: () => {
      const folder = path.join(writer.ws.folder, 'assets');
      return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    },
    asked: (stored) => service.log.filter((each) => each.path === `/${stored}`).length,
    restart: async () => {
      await writer.close();
      writer = begin();
    },
  };
  await station.settings(set);
  await station.call('session.login', { url: service.url, ...ACCOUNT });
  await station.call('sync.pull', {});
  return station;
}

describe('pictures and models of the service', () => {
  it('are fetched by themselves and lie under their hash alone', async () => {
    const desk = await open();
    await desk.until(() => Object.keys(FILES).every((each) => desk.stateOf(each) === 'here'));
    const expected = new Set(Object.values(FILES).map(hashOf));
    expect(new Set(desk.assets())).toEqual(expected);
    const stores = openStores(desk.writer.ws.platform);
    onTestFinished(() => closeStores(stores));
    expect(sightsOf(stores, [{ path: COVER }])[0]).toMatchObject({
      state: 'here',
      sha256: hashOf(PNG),
      type: 'png',
      size: PNG.length,
    });
  });

  it('that came close together are told together', async () => {
    const asleep = new Set<() => void>();
    // Short waits end when the test says so, or when whoever waits is woken.
    const sleep = (ms: number, signal?: AbortSignal) =>
      ms > 100
        ? systemClock.sleep(ms, signal)
        : new Promise<void>((resolve) => {
            asleep.add(resolve);
            signal?.addEventListener('abort', () => resolve());
          });
    // Time stands still: whatever comes behind the first comes within the same moment.
    const now = () => 1_780_000_000_000;
    const desk = await open({ clock: { now, steady: now, sleep } });
    const all = Object.keys(FILES);
    await desk.call('assets.want', { paths: all });
    await expect.poll(() => all.every((each) => desk.stateOf(each) === 'here')).toBe(true);
    expect(desk.told).toHaveLength(1);
    expect(desk.told[0]).toHaveLength(1);
    for (const wake of asleep) wake();
    await expect.poll(() => desk.told.length).toBe(2);
    expect(new Set(desk.told.flat())).toEqual(new Set(all));
  });

  it('are not fetched again after a restart, and what a kill left is swept', async () => {
    const desk = await open();
    await desk.until(() => Object.keys(FILES).every((each) => desk.stateOf(each) === 'here'));
    const before = desk.asked(COVER);
    const junk = path.join(desk.folder, 'assets', 'incoming-half');
    fs.writeFileSync(junk, 'half');
    fs.rmSync(path.join(desk.folder, 'assets', hashOf(OBJ)));
    await desk.restart();
    expect(fs.existsSync(junk)).toBe(false);
    await desk.until(() => desk.assets().includes(hashOf(OBJ)));
    expect(desk.asked(COVER)).toBe(before);
  });

  it('that are looked at come before all others', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `uploads/x/${n}.png`,
        Buffer.concat([PNG, Buffer.from([n])]),
      ]),
    );
    const fittings = Object.keys(files).map((each, n) => ({
      kod: `K${n}`,
      name: 'x',
      images: [each],
    }));
    const desk = await open({ files, seed: { ...SEED, fittings } });
    await desk.until(() => desk.writer.ws.assets.counts().waiting > 20);
    await desk.call('assets.want', { paths: ['uploads/x/29.png'] });
    await desk.until(() => desk.stateOf('uploads/x/29.png') === 'here');
    expect(desk.writer.ws.assets.counts().waiting).toBeGreaterThan(15);
  });

  it.each([
    ['none', 'missing'],
    ['page', 'missing'],
    ['message', 'missing'],
    ['redirect', 'here'],
  ] as const)(
    'where the service answers with %s are %s, and that is nobody’s error',
    async (assetAnswer, state) => {
      const desk = await open({ variant: { assetAnswer } });
      await desk.until(
        () => desk.stateOf(COVER) === state && desk.stateOf('uploads/fittings/a.obj') === state,
      );
      await desk.until(() => desk.writer.ws.assets.marked() === 'idle');
      expect(desk.assets().filter((each) => each.startsWith('incoming'))).toEqual([]);
      expect(desk.assets().length > 0).toBe(state === 'here');
      await desk.call('assets.want', { paths: [COVER] });
      await desk.until(() => desk.writer.ws.assets.marked() === 'idle');
      if (state === 'missing') expect(desk.asked(COVER)).toBe(1);
    },
  );

  it('are asked for with the token where the service wants it', async () => {
    const desk = await open({ variant: { assetsNeedAuth: true } });
    await desk.until(() => desk.stateOf(COVER) === 'here');
    expect(desk.asked(COVER)).toBe(1);
  });

  it('wait while the service cannot be reached, and come when it can', async () => {
    const desk = await open({ variant: { assetAnswer: 'none' } });
    await desk.until(() => desk.stateOf(COVER) === 'missing');
    const { port } = desk.service;
    await desk.service.close();
    await desk.settings({ assetBaseUrl: `http://127.0.0.1:${port}/elsewhere` });
    await desk.until(() => desk.writer.ws.assets.marked() === 'paused');
    expect(desk.stateOf(COVER)).toBe('wanted');
    const seedFiles = path.join(tempFolder(), 'f');
    fs.mkdirSync(path.join(seedFiles, 'elsewhere/uploads/fittings'), { recursive: true });
    fs.writeFileSync(path.join(seedFiles, 'elsewhere', COVER), PNG);
    const again = await startReference({ port, seed: SEED, account: ACCOUNT, seedFiles });
    onTestFinished(() => again.close());
    desk.writer.ws.emit('sync.state', { running: 'idle', online: true, error: null });
    await desk.until(() => desk.stateOf(COVER) === 'here');
  });

  it('T4: get no token at another address than the service’s own', async () => {
    const other = await startReference({ account: ACCOUNT, seedFiles: await seedFolder() });
    onTestFinished(() => other.close());
    const desk = await open({ set: { assetBaseUrl: other.url } });
    await desk.until(() => desk.stateOf(COVER) === 'here');
    const seen = other.log.filter(({ path: each }) => each === `/${COVER}`);
    expect(seen.map(({ authorization }) => authorization)).toEqual([false]);
    expect(desk.asked(COVER)).toBe(0);
  });

  it('that come from an address that was left meanwhile are not taken for those of the new one', async () => {
    const theirs = Buffer.concat([PNG, Buffer.from('elsewhere')]);
    const root = tempFolder();
    fs.mkdirSync(path.dirname(path.join(root, COVER)), { recursive: true });
    fs.writeFileSync(path.join(root, COVER), theirs);
    const other = await startReference({ account: ACCOUNT, seedFiles: root });
    onTestFinished(() => other.close());
    const [asked, answer] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const hook = async (phase: 'before' | 'after') => {
      if (phase === 'after') return;
      asked.resolve(null);
      await answer.promise;
    };
    const fault = { on: { path: `/${COVER}` }, nth: 1, kind: 'hook', hook } as const;
    const desk = await open({ faults: { list: [fault] } });
    await asked.promise;
    await desk.settings({ assetBaseUrl: other.url });
    answer.resolve(null);
    await desk.until(() => desk.stateOf(COVER) === 'here');
    expect(desk.writer.ws.assets.get(COVER)?.sha256).toBe(hashOf(theirs));
  });

  it('stay within the budget: the one not looked at for the longest goes first', async () => {
    const big = (n: number) => Buffer.concat([PNG, randomBytes(400 * 1024), Buffer.from([n])]);
    const files = Object.fromEntries([0, 1, 2, 3].map((n) => [`uploads/x/${n}.png`, big(n)]));
    const paths = Object.keys(files);
    const fittings = [{ kod: 'K', name: 'x', images: paths }];
    const desk = await open({
      files,
      seed: { ...SEED, fittings, materials: [], products: [] },
      set: { assetBudgetMb: 1 },
    });
    const here = () => paths.filter((each) => desk.stateOf(each) === 'here');
    const isOff = (each: string) => (desk.writer.ws.assets.get(each)?.nextAt ?? 0) > 0;
    // Two find room; the others are too large for what is left of it, until somebody looks at them.
    await desk.until(() => here().length === 2 && paths.filter(isOff).length === 2);
    const [first, second] = here();
    const third = paths.find((each) => desk.stateOf(each) !== 'here') ?? '';
    await desk.call('assets.want', { paths: [second] });
    await desk.call('assets.want', { paths: [third] });
    await desk.until(() => desk.stateOf(third) === 'here');
    expect(new Set(here())).toEqual(new Set([second, third]));
    expect(desk.stateOf(first ?? '')).toBe('wanted');
    expect(desk.assets()).toHaveLength(2);
    expect(desk.writer.ws.assets.counts().bytes).toBeLessThanOrEqual(1024 * 1024);
    await desk.settings({ assetBudgetMb: 0 });
    expect(desk.assets()).toEqual([]);
  });

  it('that this computer sent itself need not be fetched', async () => {
    const desk = await open();
    const file = path.join(desk.folder, 'mine.png');
    const mine = Buffer.concat([PNG, Buffer.from('mine')]);
    fs.writeFileSync(file, mine);
    const staged = (await desk.call('files.stage', { path: file })) as { file: string };
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-155',
      values: {},
      files: [{ field: 'images', file: staged.file }],
    });
    await desk.call('sync.push', { patience: 0 });
    await desk.until(() => desk.assets().includes(hashOf(mine)));
    const sent = desk.service.state.files().find(({ sha256 }) => sha256 === hashOf(mine));
    expect(desk.asked(sent?.path ?? '')).toBe(0);
  });
});

async function seedFolder(): Promise<string> {
  const folder = tempFolder();
  for (const [name, bytes] of Object.entries(FILES)) {
    await fs.promises.mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await fs.promises.writeFile(path.join(folder, name), bytes);
  }
  return folder;
}
