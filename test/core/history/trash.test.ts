import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDesk, PNG, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { idOf, pull, settle, theirs } from './desk.ts';

/** As if it had been fetched to be looked at. */
function keepAsset(desk: TestWorkstation, stored: string, sha: string, bytes: Buffer): void {
  const profile = path.join(desk.folder, 'data/profiles/default');
  fs.mkdirSync(path.join(profile, 'assets'), { recursive: true });
  fs.writeFileSync(path.join(profile, 'assets', sha), bytes);
  const db = new Database(path.join(profile, 'files.db'));
  db.prepare(
    "INSERT OR REPLACE INTO asset(path, state, rank, sha256, bytes) VALUES (?, 'here', 0, ?, ?)",
  ).run(stored, sha, bytes.length);
  db.close();
}

const DAY = 86_400_000;

/** Days go by in which the program is opened now and then. */
async function live(desk: TestWorkstation, days: number): Promise<void> {
  for (let day = 0; day < days; day += 6) {
    desk.clock.advance(6 * DAY);
    await desk.restart();
    await settle(desk);
  }
}

describe('the trash', () => {
  it('keeps a deleted record and says plainly how it would differ', async () => {
    const desk = await openDesk();
    const id = await idOf(desk, 'ZAW-110');
    desk.service.state.patch('fittings', id, { ekstra: 'x' });
    await pull(desk);
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    await desk.push();
    await settle(desk);
    const { items } = await desk.call('trash.list', {});
    expect(items).toMatchObject([{ kind: 'fittings', id, key: 'ZAW-110', by: 'here' }]);
    const found = await desk.call('trash.get', { kind: 'fittings', id });
    expect(found.ready).toBe(true);
    expect(found.values).toMatchObject({ kod: 'ZAW-110', price: '8.90', stock: 12 });
    expect(found.notes.map(({ code, field }) => `${code} ${field ?? ''}`).toSorted()).toEqual([
      'file-not-here images',
      'file-not-here model',
      'new-id ',
      'unknown-field ekstra',
    ]);
    const image = await desk.call('files.stage', {
      path: desk.file('a.png', PNG),
      kind: 'fittings',
    });
    const made = await desk.call('trash.createAgain', {
      kind: 'fittings',
      id,
      values: { price: '9' },
      files: [{ field: 'images', file: image.file }],
    });
    expect(made.operation).not.toBeNull();
    expect((await desk.call('trash.get', { kind: 'fittings', id })).ready).toBe(false);
    expect(await desk.push()).toMatchObject({ done: 1 });
    const again = desk.service.state.all('fittings').filter(({ kod }) => kod === 'ZAW-110');
    expect(again).toMatchObject([{ price: '9', images: [expect.stringMatching(/\.png$/)] }]);
  });

  it('takes along files that were only fetched to be looked at, as long as they are here', async () => {
    const desk = await openDesk();
    const id = await idOf(desk, 'ZAW-155');
    const bytes = fs.readFileSync(desk.file('seen.png', PNG));
    const sha = createHash('sha256').update(bytes).digest('hex');
    desk.service.state.patch('fittings', id, {
      images: ['uploads/seen.png'],
      model: 'uploads/m.obj',
    });
    await pull(desk);
    keepAsset(desk, 'uploads/seen.png', sha, bytes);
    desk.service.state.remove('fittings', id);
    await pull(desk);
    await settle(desk);
    const found = await desk.call('trash.get', { kind: 'fittings', id });
    expect(found.item.files.map(({ path: file, sha256 }) => [file, sha256])).toEqual([
      ['uploads/seen.png', sha],
      ['uploads/m.obj', null],
    ]);
    expect(found.notes.filter(({ code }) => code === 'file-not-here')).toMatchObject([
      { field: 'model' },
    ]);
    await desk.call('trash.createAgain', { kind: 'fittings', id });
    expect(await desk.push()).toMatchObject({ done: 1 });
    expect(desk.service.state.files().map(({ sha256 }) => sha256)).toContain(sha);
  });

  it('keeps the pictures that are here where another is given', async () => {
    const desk = await openDesk();
    const picture = async (name: string) => {
      const staged = { path: desk.file(name, PNG), kind: 'fittings' } as const;
      const { file } = await desk.call('files.stage', staged);
      return { field: 'images', file };
    };
    const files = [await picture('a.png'), await picture('b.png')];
    const values = { kod: 'L-1', name: 'Lampa' };
    const { id } = await desk.call('records.create', { kind: 'fittings', values, files });
    await desk.push();
    await desk.call('records.remove', { kind: 'fittings', ref: id });
    await desk.push();
    await pull(desk);
    const [item] = (await desk.call('trash.list', {})).items;
    const again = { kind: 'fittings', id: item?.id ?? '' } as const;
    await desk.call('trash.createAgain', { ...again, files: [await picture('c.png')] });
    await desk.push();
    const made = desk.service.state.all('fittings').find(({ kod }) => kod === 'L-1');
    expect(made?.['images']).toHaveLength(3);
  });

  it('finds a deleted record as lists find it, whatever the case and the marks of its letters', async () => {
    const fittings = [
      { kod: 'L-1', name: 'Łóżko', price: '1' },
      { kod: 'L-2', name: 'Łóżko piętrowe', price: '1' },
      { kod: 'S-1', name: 'Stół', price: '1' },
    ];
    const desk = await openDesk({ seed: { ...SEED, fittings } });
    for (const { kod } of fittings) desk.service.state.remove('fittings', theirs(desk, kod));
    await pull(desk);
    const found = async (search: string, limit?: number, offset?: number) => {
      const { total, items } = await desk.call('trash.list', { search, limit, offset });
      const keys = items.map(({ key }) => key ?? '');
      return { total, keys: keys.toSorted((a, b) => a.localeCompare(b)) };
    };
    expect(await found('łóżko')).toEqual({ total: 2, keys: ['L-1', 'L-2'] });
    expect(await found('LOZKO P')).toEqual({ total: 1, keys: ['L-2'] });
    expect(await found('s-1')).toEqual({ total: 1, keys: ['S-1'] });
    expect(await found('pietrowe l-2 ')).toEqual({ total: 1, keys: ['L-2'] });
    expect(await found('nikt')).toEqual({ total: 0, keys: [] });
    const [first, second] = [await found('łóżko', 1, 0), await found('łóżko', 1, 1)];
    expect([first.total, second.total]).toEqual([2, 2]);
    expect(new Set([...first.keys, ...second.keys])).toEqual(new Set(['L-1', 'L-2']));
  });

  it('forgets after the time that was set, but not what something queued still needs', async () => {
    const desk = await openDesk();
    await desk.call('records.update', {
      kind: 'fittings',
      files: [],
      ref: 'ZAW-155',
      values: { price: '1' },
    });
    desk.service.state.remove('fittings', theirs(desk, 'ZAW-155'));
    desk.service.state.remove('fittings', theirs(desk, 'ZAW-110'));
    await pull(desk);
    await desk.push();
    await settle(desk);
    const before = (await desk.call('trash.list', {})).items;
    expect(before.map(({ key, by }) => `${key ?? ''} ${by}`)).toContain('ZAW-110 there');
    await live(desk, 36);
    const left = (await desk.call('trash.list', {})).items;
    expect(left.every(({ purgeAt }) => purgeAt === null)).toBe(true);
    expect(left.map(({ key }) => key)).not.toContain('ZAW-110');
  });

  it('names a run that is still kept, however long ago it was', async () => {
    const desk = await openDesk();
    await pull(desk);
    const named = async () => (await desk.call('pulls.list', {})).pulls.map((each) => each.pull);
    const before = await named();
    expect(before).not.toEqual([]);
    await live(desk, 102);
    expect(await named()).toEqual(before);
  });

  it('says that another removed what was gone before a removal from here was sent', async () => {
    const desk = await openDesk();
    await desk.pull();
    await pull(desk);
    const id = theirs(desk, 'ZAW-155');
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    desk.service.state.remove('fittings', id);
    expect(await desk.push()).toMatchObject({ done: 1 });
    await pull(desk);
    expect((await desk.call('trash.list', {})).items).toMatchObject([{ id, by: 'there' }]);
  });

  it('keeps deleted records when the clock is set far ahead and back again', async () => {
    const desk = await openDesk();
    desk.service.state.remove('fittings', theirs(desk, 'ZAW-155'));
    await pull(desk);
    await live(desk, 6);
    for (const days of [400, -400]) {
      desk.clock.advance(days * DAY);
      await desk.restart();
      await settle(desk);
      expect((await desk.call('trash.list', {})).total).toBe(1);
    }
    await live(desk, 36);
    expect((await desk.call('trash.list', {})).total).toBe(0);
  });

  it('shows a record again that was forgotten for good before the list was read again', async () => {
    const desk = await openDesk();
    await desk.pull();
    const id = theirs(desk, 'ZAW-155');
    const record = desk.service.state.get('fittings', id);
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-155' });
    await desk.push();
    await settle(desk);
    const items = [{ kind: 'fittings' as const, id }];
    expect(await desk.call('trash.forget', { items })).toMatchObject({ forgotten: 1 });
    desk.service.state.insert('fittings', { ...record });
    // Directly after the removal, the record would count as a stale read.
    desk.clock.advance(120_001);
    await pull(desk);
    expect(await idOf(desk, 'ZAW-155')).toBe(id);
  });

  it('gives a record back that the service holds again', async () => {
    const desk = await openDesk();
    const record = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155');
    desk.service.state.remove('fittings', theirs(desk, 'ZAW-155'));
    await pull(desk);
    expect((await desk.call('trash.list', {})).total).toBe(1);
    desk.service.state.insert('fittings', { ...record });
    await pull(desk);
    expect((await desk.call('trash.list', {})).total).toBe(0);
  });

  it('keeps a record as it was when it was deleted last, and counts the days from then', async () => {
    const desk = await openDesk();
    const id = theirs(desk, 'ZAW-155');
    desk.service.state.remove('fittings', id);
    await pull(desk);
    await live(desk, 24);
    // The record came back with another price, and was deleted again before the trash was read.
    const db = new Database(path.join(desk.folder, 'data/profiles/default/cache.db'));
    db.prepare(
      "UPDATE record SET doc = json_set(doc, '$.price', '99'), missing_since = ? WHERE id = ?",
    ).run(desk.clock.now(), id);
    db.close();
    await live(desk, 12);
    const { total, items } = await desk.call('trash.list', {});
    expect(total).toBe(1);
    expect(items).toMatchObject([{ id, key: 'ZAW-155' }]);
    const found = await desk.call('trash.get', { kind: 'fittings', id });
    expect(found.values).toMatchObject({ price: '99' });
    await live(desk, 24);
    expect((await desk.call('trash.list', {})).total).toBe(0);
  });
});
