import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, openDesk, PNG, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const pathOf = (at: number) => `uploads/${String(at).padStart(2, '0')}.png`;

/** A catalogue whose only files are so many pictures of one fitting. */
const seedOf = (count: number) => ({
  ...SEED,
  fittings: [
    { kod: 'A', name: 'A', images: Array.from({ length: count }, (_, at) => pathOf(at)) },
    { kod: 'B', name: 'B', images: [] },
  ],
  materials: [],
  products: [],
});

function folderWith(paths: readonly string[]): string {
  const folder = tempFolder();
  for (const each of paths) {
    fs.mkdirSync(path.dirname(path.join(folder, each)), { recursive: true });
    fs.writeFileSync(path.join(folder, each), PNG);
  }
  return folder;
}

const all = (count: number) => folderWith(Array.from({ length: count }, (_, at) => pathOf(at)));

const notHeld = async (desk: TestWorkstation) => {
  await desk.call('problems.check', {});
  const found = await desk.call('problems.list', { rules: ['file-not-held'] });
  return found.problems.map(({ params }) => params['path']);
};

describe('asking the service for its files', () => {
  it('counts what was not asked for any more, where the service falls silent, as unclear', async () => {
    const fault = {
      on: { path: /uploads\/(?:[1-9]\d)\.png$/ },
      kind: 'status',
      status: 503,
    } as const;
    const desk = await openDesk({
      seed: seedOf(60),
      seedFiles: all(60),
      faults: { list: [fault] },
    });
    await desk.call('problems.check', {});
    const { asked, held, missing, unclear } = await desk.call('problems.checkFiles', {});
    expect(held).toBe(10);
    expect(missing).toBe(0);
    expect(asked).toBeLessThan(60);
    expect(held + missing + unclear).toBe(60);
  });

  it('believes no address that has an answer for everything', async () => {
    const desk = await openDesk({ seed: seedOf(3) });
    await desk.call('problems.check', {});
    expect(await desk.call('problems.checkFiles', {})).toMatchObject({ missing: 3 });
    const portal = await startReference({ account: ACCOUNT, variant: { assetAnswer: 'page' } });
    onTestFinished(() => portal.close());
    await desk.call('settings.set', { values: { assetBaseUrl: portal.url } });
    expect(await desk.call('problems.checkFiles', { again: true })).toEqual({
      asked: 3,
      held: 0,
      missing: 0,
      unclear: 3,
    });
    expect(await notHeld(desk)).toEqual([pathOf(0)]);
  });

  it('shows the token where the service wants it, and nowhere else', async () => {
    const desk = await openDesk({
      seed: seedOf(9),
      seedFiles: all(9),
      variant: { assetsNeedAuth: true },
    });
    await desk.call('problems.check', {});
    expect(await desk.call('problems.checkFiles', {})).toMatchObject({ held: 9, unclear: 0 });
    const other = await startReference({ account: ACCOUNT, seedFiles: all(9) });
    onTestFinished(() => other.close());
    await desk.call('settings.set', { values: { assetBaseUrl: other.url } });
    expect(await desk.call('problems.checkFiles', { again: true })).toMatchObject({ held: 9 });
    expect(other.log.some(({ authorization }) => authorization)).toBe(false);
  });

  it('ends where the address is left meanwhile: what the old one says is nothing of the new one', async () => {
    const [asked, answer] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const hook = async (phase: 'before' | 'after') => {
      if (phase === 'after') return;
      asked.resolve(null);
      await answer.promise;
    };
    const fault = { on: { path: `/${pathOf(0)}` }, nth: 1, kind: 'hook', hook } as const;
    const desk = await openDesk({ seed: seedOf(3), faults: { list: [fault] } });
    const other = await startReference({ account: ACCOUNT, seedFiles: all(3) });
    onTestFinished(() => other.close());
    await desk.call('problems.check', {});
    const checking = desk.call('problems.checkFiles', {});
    await asked.promise;
    await desk.call('settings.set', { values: { assetBaseUrl: other.url } });
    answer.resolve(null);
    await checking;
    expect(await notHeld(desk)).not.toContain(pathOf(0));
  });
});
