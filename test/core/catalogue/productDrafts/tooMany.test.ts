import { expect, it } from 'vitest';
import { readManifest } from '#core/catalogue/productDrafts/readManifest.ts';
import { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import type { Disk } from '#core/platform/disk.ts';
import { OBJ, openDesk } from '../../../support/desk.ts';

it('leaves no plan behind that nobody could open where a manifest has more parts than a plan takes', async () => {
  const desk = await openDesk();
  const fittings = Array.from({ length: 2001 }, (_, at) => ({ kod: `K-${at}`, name: 'Nowy' }));
  await expect(
    desk.call('productDrafts.fromManifest', { manifest: { fittings }, folder: null }),
  ).rejects.toMatchObject({ code: 'invalid', message: /at most 2000 parts/ });
  expect((await desk.call('productDrafts.list', {})).plans).toEqual([]);
});

const fitting = { kod: 'K', name: 'Nowy' };
const many = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));

it.each([
  [
    '200,000 parts',
    { fittings: Array.from({ length: 200_000 }, () => fitting) },
    'at most 2000 parts',
  ],
  [
    '20,000 fields in a part',
    { fittings: [{ ...many(20_000), ...fitting }] },
    'at most 1000 fields',
  ],
  [
    '200,000 files that are none',
    { fittings: [{ ...fitting, images: Array.from({ length: 200_000 }, () => 1) }] },
    'at most 10000 files',
  ],
  [
    '100,000 files in ten parts',
    {
      fittings: Array.from({ length: 10 }, () => ({
        ...fitting,
        images: Array.from({ length: 10_000 }, () => 'a.png'),
      })),
    },
    'at most 10000 files',
  ],
])('is refused before anything is read where a manifest has %s', (_what, manifest, words) => {
  const refused = expect.objectContaining({
    code: 'invalid',
    message: expect.stringContaining(words),
  });
  expect(() => readManifest(manifest)).toThrow(refused);
});

it('is refused in few words where a manifest has 20,000 unknown parts', () => {
  const thrown = thrownBy(() => readManifest(many(20_000)));
  expect(thrown).toBeInstanceOf(AppError);
  const { message, details } = thrown as AppError;
  expect(message.endsWith('and 19000 more')).toBe(true);
  expect(details.issues).toHaveLength(1000);
});

it('copies a file once, although many parts name it', async () => {
  let copies = 0;
  const { files, openDatabase } = systemDisk;
  const renameSync: Disk['files']['renameSync'] = (from, to) => {
    copies += to.includes('staged') ? 1 : 0;
    files.renameSync(from, to);
  };
  const desk = await openDesk({}, { openDatabase, files: { ...files, renameSync } });
  desk.file('m.obj', OBJ);
  const fittings = Array.from({ length: 5 }, (_, at) => ({
    ...fitting,
    kod: `K-${at}`,
    model: 'm.obj',
  }));
  await desk.call('productDrafts.addProduct', { manifest: { fittings }, folder: desk.folder });
  expect(copies).toBe(1);
  const { operations } = await desk.call('outbox.list', {});
  const sent = operations.flatMap((each) => each.files.map(({ sha256 }) => sha256));
  expect([sent.length, new Set(sent).size]).toEqual([5, 1]);
  await desk.push();
  expect(
    desk.service.state.all('fittings').filter(({ model }) => model !== undefined),
  ).toHaveLength(6);
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}
