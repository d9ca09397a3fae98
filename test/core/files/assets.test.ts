import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#core/app/nodePlatform.ts';
import { sightsOf } from '#core/files/filePreviews.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, OBJ, PNG, SEED } from '../../support/desk.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { COVER, FILES, openStation } from './station.ts';
import { closeStores, openStores } from '#core/workspace/readStores.ts';

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('pictures and models of the service', () => {
  it('are fetched by themselves and lie under their hash alone', async () => {
    const desk = await openStation();
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
    // Short sleeps end on the test's signal, or when the sleeper is woken.
    const sleep = (ms: number, signal?: AbortSignal) =>
      ms > 100
        ? systemClock.sleep(ms, signal)
        : new Promise<void>((resolve) => {
            asleep.add(resolve);
            signal?.addEventListener('abort', () => resolve());
          });
    // The clock stands still, so all downloads fall into the same moment.
    const now = () => 1_780_000_000_000;
    const desk = await openStation({ clock: { now, monotonicMs: now, sleep } });
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
    const desk = await openStation();
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
    const desk = await openStation({ files, seed: { ...SEED, fittings } });
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
      const desk = await openStation({ variant: { assetAnswer } });
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
    const desk = await openStation({ variant: { assetsNeedAuth: true } });
    await desk.until(() => desk.stateOf(COVER) === 'here');
    expect(desk.asked(COVER)).toBe(1);
  });

  it('wait while the service cannot be reached, and come when it can', async () => {
    const desk = await openStation({ variant: { assetAnswer: 'none' } });
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
    const desk = await openStation({ set: { assetBaseUrl: other.url } });
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
    const desk = await openStation({ faults: { list: [fault] } });
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
    const desk = await openStation({
      files,
      seed: { ...SEED, fittings, materials: [], products: [] },
      set: { assetBudgetMb: 1 },
    });
    const here = () => paths.filter((each) => desk.stateOf(each) === 'here');
    const isOff = (each: string) => (desk.writer.ws.assets.get(each)?.nextAt ?? 0) > 0;
    // Two files fit; the others exceed the remaining space until somebody opens them.
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
    const desk = await openStation();
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
