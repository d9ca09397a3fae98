import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { ProblemFilter } from '#contract/problems.ts';
import { openDesk, PNG, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const check = (desk: TestWorkstation) => desk.call('problems.check', {});
const notHeld = { rules: ['file-not-held'] } satisfies ProblemFilter;
const refs = async (desk: TestWorkstation) =>
  (await desk.call('problems.list', notHeld)).problems.map(({ kind, id, rule, field }) => ({
    kind,
    id,
    rule,
    field,
  }));
const shown = async (desk: TestWorkstation) =>
  (await desk.call('problems.fixes', { filter: notHeld })).fixes;
const imagesOf = async (desk: TestWorkstation) =>
  (await desk.call('records.get', { kind: 'fittings', ref: 'A' })).record['images'];
const picture = async (desk: TestWorkstation, name: string, more: number) =>
  (
    await desk.call('files.stage', {
      path: desk.file(name, Buffer.concat([PNG, Buffer.from([more])])),
      kind: 'fittings',
    })
  ).file;

/** Writes into a database of the profile from outside. */
function write(desk: TestWorkstation, name: string, sql: string): void {
  const db = new Database(path.join(desk.folder, 'data/profiles/default', name));
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
}

/** A fitting with these pictures, all of which the service was found without; of some a copy was kept. */
async function deskWithout(images: readonly string[], kept: readonly string[]) {
  const desk = await openDesk({
    seed: { ...SEED, fittings: [{ kod: 'A', name: 'A', images: [...images], model: 'u/a.obj' }] },
  });
  await check(desk);
  const copies: string[] = [];
  for (const [at, stored] of kept.entries()) {
    const file = await picture(desk, `${at}.png`, at);
    copies.push(file);
    const values = `${1000 + at}, '${file}', 'images', 0, 'a.png', 'sent', '${stored}', 0`;
    write(desk, 'work.db', `INSERT INTO upload VALUES (${values})`);
  }
  const rows = images.map((stored) => `('${stored}', 1, 1)`).join();
  write(desk, 'cache.db', `INSERT INTO file_state VALUES ${rows}`);
  write(desk, 'cache.db', 'INSERT OR IGNORE INTO problem_dirty SELECT rid, kind FROM problem_ref');
  await check(desk);
  return { desk, copies };
}

describe('a fix of pictures that the service does not hold', () => {
  it('sends every one of a list of which a copy was kept', async () => {
    const { desk, copies } = await deskWithout(['u/1.png', 'u/2.png'], ['u/1.png', 'u/2.png']);
    expect(await refs(desk)).toHaveLength(1);
    const fixes = await shown(desk);
    const after = copies.map((file) => ({ $file: file }));
    expect(fixes).toMatchObject([{ changes: [{ field: 'images', after }] }]);
    expect(await desk.call('problems.fix', { fixes })).toMatchObject({ queued: 1, skipped: [] });
    expect(await imagesOf(desk)).toEqual(after);
    await check(desk);
    expect(await refs(desk)).toEqual([]);
  });

  it('is known where the first of them has no copy', async () => {
    const { desk, copies } = await deskWithout(['u/1.png', 'u/2.png'], ['u/2.png']);
    const fixes = await shown(desk);
    expect((await desk.call('problems.list', notHeld)).problems).toMatchObject([{ fixable: true }]);
    expect(await desk.call('problems.fix', { fixes })).toMatchObject({ queued: 1 });
    expect(await imagesOf(desk)).toEqual(['u/1.png', { $file: copies[0] }]);
    await check(desk);
    expect((await desk.call('problems.list', notHeld)).problems).toMatchObject([
      { fixable: false, params: { path: 'u/1.png' } },
    ]);
  });

  it('keeps what waits to be sent where a full disk has left the list behind', async () => {
    const { desk, copies } = await deskWithout(['u/1.png'], ['u/1.png']);
    const before = await shown(desk);
    const mine = await picture(desk, 'mine.png', 99);
    const images = ['u/1.png', { $file: mine }];
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'A',
      values: { images },
      files: [],
    });
    await check(desk);
    write(desk, 'cache.db', 'UPDATE rows_fittings SET merged = NULL');
    const late = await desk.call('problems.fix', { fixes: before });
    expect(late).toMatchObject({ queued: 0, skipped: [{ why: 'changed' }] });
    const fixes = await shown(desk);
    expect(await desk.call('problems.fix', { fixes })).toMatchObject({ queued: 1 });
    expect(await imagesOf(desk)).toEqual([{ $file: copies[0] }, { $file: mine }]);
  });
});
