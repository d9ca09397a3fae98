import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Disk } from '#core/disk.ts';
import { systemSeams } from '#core/nodePlatform.ts';
import { openDesk } from '../../support/desk.ts';
import type { Desk } from '../../support/desk.ts';
import { sendAll } from '../../support/editing.ts';

/** A disk that fails once, when the end of an operation is to be written down. */
function failingDisk(): { readonly disk: Disk; readonly failNext: () => void } {
  let fails = false;
  const { openDatabase, files } = systemSeams.disk;
  const open: Disk['openDatabase'] = (file, options) => {
    const db = openDatabase(file, options);
    const prepare = db.prepare.bind(db);
    const watched = (sql: string) => {
      const statement = prepare(sql);
      if (!sql.startsWith('UPDATE operation SET state =')) return statement;
      const run = statement.run.bind(statement);
      const failing = (...given: unknown[]) => {
        if (!fails || given[0] !== 'done') return run(...given);
        fails = false;
        throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
      };
      return Object.assign(statement, { run: failing });
    };
    return Object.assign(db, { prepare: watched });
  };
  return {
    disk: { files, openDatabase: open },
    failNext: () => {
      fails = true;
    },
  };
}

/** Queues a product that needs a fitting, of which nobody here knows that it exists. */
async function queueProduct(desk: Desk): Promise<void> {
  desk.file('s.obj', 'o box\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  const manifest = {
    fittings: [{ kod: 'F-9', name: 'Uchwyt', price: '8.90' }],
    product: {
      name: 'Szafa',
      status: '1',
      date: '2026-03-02',
      materialy: {},
      main: {},
      model: 's.obj',
    },
  };
  await desk.call('plan.addProduct', { manifest, folder: desk.folder });
}

const there = (desk: Desk) => desk.service.state.all('fittings').filter(({ kod }) => kod === 'F-9');
const theirs = { kod: 'F-9', name: 'Uchwyt inny', price: '99.00' };

describe('a thing that a product needs and another hand has made', () => {
  it('is left as it is, though the disk fails before that is written down', async () => {
    const { disk, failNext } = failingDisk();
    const desk = await openDesk({}, disk);
    await queueProduct(desk);
    desk.service.state.insert('fittings', theirs);
    failNext();
    await expect(desk.push()).rejects.toThrow('disk I/O error');
    await sendAll(desk);
    expect(there(desk)).toMatchObject([theirs]);
    const { operations } = await desk.call('outbox.list', { states: ['done'] });
    expect(operations.map(({ kind, reason }) => [kind, reason?.code])).toEqual([
      ['fittings', 'exists'],
      ['products', undefined],
    ]);
    expect(desk.service.log.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });
});
