import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDesk, PNG, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const check = (desk: TestWorkstation) => desk.call('problems.check', {});
const notHeld = async (desk: TestWorkstation) =>
  (await desk.call('problems.list', { rules: ['file-not-held'] })).problems;

/** A catalogue whose only files are the pictures of one fitting. */
const seedOf = (images: readonly string[]) => ({
  ...SEED,
  fittings: [{ kod: 'A', name: 'A', images: [...images] }],
  materials: [],
  products: [],
});

describe('asking the service for its files', () => {
  it('goes on behind names that are no path of a file', async () => {
    const images = Array.from({ length: 12 }, (_, at) => `../${at}.png`);
    const desk = await openDesk({ seed: seedOf(images) });
    const { file } = await desk.call('files.stage', {
      path: desk.file('a.png', PNG),
      kind: 'fittings',
    });
    const values = { kod: 'B', name: 'B', price: '1' };
    const files = [{ field: 'images', file }];
    await desk.call('records.create', { kind: 'fittings', values, files });
    await desk.push();
    await check(desk);
    expect(await desk.call('problems.checkFiles', {})).toEqual({
      asked: 13,
      held: 1,
      missing: 0,
      unclear: 12,
    });
  });

  it('says nothing of a file that lies at another address, and takes back what was said', async () => {
    const whole = 'https://pictures.example/a.png';
    const desk = await openDesk({ seed: seedOf([whole]) });
    await check(desk);
    expect(await desk.call('problems.checkFiles', {})).toMatchObject({ missing: 0, unclear: 1 });
    await check(desk);
    expect(await notHeld(desk)).toEqual([]);
    const db = new Database(path.join(desk.folder, 'data/profiles/default/cache.db'));
    db.exec(
      `INSERT INTO file_state VALUES ('${whole}', 1, 1);
       INSERT OR IGNORE INTO problem_dirty SELECT rid, kind FROM problem_ref`,
    );
    db.close();
    await check(desk);
    expect(await notHeld(desk)).toHaveLength(1);
    await desk.call('problems.checkFiles', { again: true });
    await check(desk);
    expect(await notHeld(desk)).toEqual([]);
  });
});
