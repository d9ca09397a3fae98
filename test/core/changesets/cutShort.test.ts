import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { failingDisk } from '../../support/failingDisk.ts';
import { openDatabase } from '../../support/rawDatabase.ts';
import { checkSheet } from '../../support/sheets.ts';

const notices = async (desk: TestWorkstation) => (await desk.call('status.get', {})).notices;
const operations = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;
const codes = (desk: TestWorkstation) => desk.service.state.all('fittings').map(({ kod }) => kod);

/** Two sheets whose queueing a failing disk has cut short, one behind the other. */
async function twoCutShort() {
  const { disk, failNext } = failingDisk('UPDATE change_group SET cursor');
  const desk = await openDesk({}, disk);
  const plans: string[] = [];
  for (const name of ['A', 'B']) {
    const bytes = `kod;name\n${name}-1;${name}`;
    const { plan } = await checkSheet(desk, 'fittings', `${name}.csv`, bytes);
    failNext();
    await expect(desk.call('changesets.queue', { plan })).rejects.toThrow();
    plans.push(plan);
  }
  const file = path.join(desk.folder, 'data/profiles/default/plans', `${plans[0]}.db`);
  return { desk, file };
}

/** Ends Cabinet, spoils the file of the first plan and starts it again. */
async function spoilt(spoil: (file: string) => void) {
  const { desk, file } = await twoCutShort();
  await desk.core.close();
  spoil(file);
  await desk.restart();
  await desk.push();
  return { desk, file };
}

const sql = (text: string) => (file: string) => openDatabase(file, (db) => db.exec(text));

describe('a plan that cannot be read when it is gone on with', () => {
  it.each<[string, (file: string) => void]>([
    ['is no database', (file) => fs.writeFileSync(file, 'damaged')],
    ['is cut to nothing', (file) => fs.writeFileSync(file, '')],
    ['is cut', (file) => fs.truncateSync(file, 4_096)],
    ['has no rows', sql('DROP TABLE row')],
    ['has another label', sql("UPDATE meta SET value = '{}'")],
    ['has a label cut short', sql("UPDATE meta SET value = '{'")],
    ['has a row cut short', sql("UPDATE row SET work = '{'")],
    ['has a row of nothing known', sql("UPDATE row SET outcome = 'x'")],
  ])('is told as one whose file is gone, and holds up no other: it %s', async (_, spoil) => {
    const { desk, file } = await spoilt(spoil);
    expect(await notices(desk)).toMatchObject([
      { code: 'group-cut', label: { params: { file: 'A.csv' } }, count: 0 },
    ]);
    expect(codes(desk)).toContain('B-1');
    expect(codes(desk)).not.toContain('A-1');
    // Its group is over: it is not tried again with every Send.
    await desk.push();
    expect(await notices(desk)).toHaveLength(1);
    await desk.restart();
    expect(fs.existsSync(file)).toBe(false);
  });

  it('is told also where a window has it open', async () => {
    const { desk, file } = await twoCutShort();
    sql("UPDATE row SET work = '{'")(file);
    await desk.push();
    expect(await notices(desk)).toMatchObject([{ code: 'group-cut', count: 0 }]);
    expect(codes(desk)).toContain('B-1');
  });

  it('keeps what was queued of it before the row that cannot be read', async () => {
    const { disk, failNext } = failingDisk('UPDATE change_group SET cursor');
    const desk = await openDesk({}, disk);
    const rows = Array.from({ length: 450 }, (_, at) => `K-${at};N ${at}`);
    const bytes = ['kod;name', ...rows].join('\n');
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', bytes);
    failNext();
    await expect(desk.call('changesets.queue', { plan })).rejects.toThrow();
    const file = path.join(desk.folder, 'data/profiles/default/plans', `${plan}.db`);
    sql("UPDATE row SET work = '{' WHERE key = 'K-210'")(file);
    await desk.restart();
    await desk.push();
    expect(await notices(desk)).toMatchObject([{ code: 'group-cut', count: 200 }]);
    expect(codes(desk).filter((code) => String(code).startsWith('K-'))).toHaveLength(200);
  });

  it('holds up no other by a fault of another kind either, and is tried again', async () => {
    const { desk } = await twoCutShort();
    const work = path.join(desk.folder, 'data/profiles/default/work.db');
    const odd = "SELECT RAISE(FAIL, 'odd')";
    sql(`CREATE TRIGGER odd BEFORE INSERT ON operation
      WHEN NEW.patch LIKE '%A-1%' BEGIN ${odd}; END`)(work);
    await desk.push();
    expect(codes(desk)).toContain('B-1');
    expect(await notices(desk)).toEqual([]);
    sql('DROP TRIGGER odd')(work);
    await desk.push();
    expect(codes(desk)).toContain('A-1');
  });

  it('is tried again where the disk failed', async () => {
    const { disk, failNext } = failingDisk('UPDATE change_group SET cursor');
    const desk = await openDesk({}, disk);
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', 'kod;name\nA-1;A');
    failNext();
    await expect(desk.call('changesets.queue', { plan })).rejects.toThrow();
    failNext();
    await desk.push();
    expect(await notices(desk)).toEqual([]);
    expect(codes(desk)).not.toContain('A-1');
    await desk.push();
    expect(codes(desk)).toContain('A-1');
  });
});

describe('what is ticked while a plan is half in the outbox', () => {
  it('is refused, and every row that was confirmed is queued', async () => {
    const { disk, failNext } = failingDisk(
      'UPDATE change_group SET cursor',
      ([cursor]) => Number(cursor) > 300,
    );
    const desk = await openDesk({}, disk);
    const rows = Array.from({ length: 450 }, (_, at) => `K-${at};N ${at}`);
    const bytes = ['kod;name', ...rows].join('\n');
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', bytes);
    await desk.call('changesets.tick', { plan, ticked: false, rows: [2] });
    failNext();
    await expect(desk.call('changesets.queue', { plan })).rejects.toThrow();
    await expect(
      desk.call('changesets.tick', { plan, ticked: true, rows: [2] }),
    ).rejects.toMatchObject({
      code: 'state',
      details: { why: { code: 'rest-not-queued' } },
    });
    const { left } = await desk.call('changesets.queue', { plan });
    const { counts } = await desk.call('changesets.get', { plan });
    expect((await operations(desk)).length + left).toBe(counts.ticked);
    await expect(
      desk.call('changesets.tick', { plan, ticked: true, rows: [2] }),
    ).rejects.toMatchObject({
      code: 'state',
      details: { why: { code: 'plan-not-ready' } },
    });
  });
});

describe('rows that are left out when nobody waits for them', () => {
  it('are each named', async () => {
    const { disk, failNext } = failingDisk('UPDATE change_group SET cursor');
    const desk = await openDesk({}, disk);
    const taken = ['K-1', 'K-2', 'K-3', 'K-4'];
    const bytes = ['kod;name', ...taken.map((code) => `${code};N`)].join('\n');
    const { plan } = await checkSheet(desk, 'fittings', 'a.csv', bytes);
    failNext();
    await expect(desk.call('changesets.queue', { plan })).rejects.toThrow();
    for (const kod of taken)
      await desk.call('records.create', {
        kind: 'fittings',
        values: { kod, name: 'H' },
        files: [],
      });
    await desk.restart();
    await desk.push();
    const rows = taken.map((name) => ({ name, issues: [{ place: 'kod' }] }));
    expect(await notices(desk)).toMatchObject([{ code: 'group-left', count: 4, rows }]);
  });
});
