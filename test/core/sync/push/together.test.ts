import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { GroupCommit } from '#core/sync/push/groupCommit.ts';

function stage() {
  const db = new Database(':memory:');
  onTestFinished(() => {
    db.close();
  });
  db.exec('CREATE TABLE t(x UNIQUE)');
  const together = new GroupCommit(db);
  const insert = (x: number) => () => {
    db.prepare('INSERT INTO t VALUES (?)').run(x);
    return x;
  };
  const held = () => db.prepare('SELECT x FROM t ORDER BY x').pluck().all();
  return { db, together, insert, held };
}

const settled = (parts: readonly Promise<number>[]) =>
  Promise.allSettled(parts).then((all) => all.map(({ status }) => status));

describe('commits of one turn', () => {
  it('are one, and everybody is told what came of theirs after it', async () => {
    const { db, held, insert, together } = stage();
    const inside: boolean[] = [];
    const first = together.commit(insert(1));
    const second = together.commit(insert(2)).then((x) => {
      inside.push(db.inTransaction);
      return x;
    });
    expect(held()).toEqual([]);
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(inside).toEqual([false]);
    expect(await together.commit(insert(3))).toBe(3);
    expect(held()).toEqual([1, 2, 3]);
  });

  it('leave out the one that may not be done', async () => {
    const { held, insert, together } = stage();
    const refused = together.commit(() => {
      insert(1)();
      throw new AppError('cancelled', 'The change was edited in the meantime.');
    });
    expect(await settled([refused, together.commit(insert(2))])).toEqual(['rejected', 'fulfilled']);
    expect(held()).toEqual([2]);
  });

  it('are undone together where the disk fails: nobody may take for kept what is not', async () => {
    const { held, insert, together } = stage();
    const parts = [
      together.commit(insert(1)),
      together.commit(insert(2)),
      together.commit(insert(2)),
    ];
    expect(await settled(parts)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(held()).toEqual([]);
    expect(await together.commit(insert(4))).toBe(4);
  });
});
