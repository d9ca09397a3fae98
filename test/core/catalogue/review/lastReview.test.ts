import { describe, expect, it } from 'vitest';
import type { Mark } from '#contract/review.ts';
import { openDesk, PNG } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { undo } from '../../../support/sheets.ts';

const fittings = { from: 'query', query: { kind: 'fittings' } } as const;
const start = async (desk: TestWorkstation, name: string) =>
  (await desk.call('review.start', { name, source: fittings })).session;
const mark = (desk: TestWorkstation, session: string, mark: Mark | null, comment?: string) =>
  desk.call('review.mark', {
    session,
    index: 0,
    mark,
    ...(comment === undefined ? {} : { comment }),
  });
const placeOf = (desk: TestWorkstation, session: string) =>
  desk.call('review.place', { session, index: 0 });
const dearer = (desk: TestWorkstation) =>
  desk.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-110',
    values: { price: '9.99' },
    files: [],
  });

describe('what the last review noted of a record', () => {
  it('stands again when a mark that was a slip is taken back, or skipped', async () => {
    const desk = await openDesk();
    await mark(desk, await start(desk, 'one'), 'flagged', 'too dear');
    await dearer(desk);
    const two = await start(desk, 'two');
    for (const back of [null, 'skipped'] as const) {
      await mark(desk, two, 'approved');
      await mark(desk, two, 'flagged');
      expect((await placeOf(desk, two)).changes).toEqual([]);
      await mark(desk, two, back);
      const { last, changes } = await placeOf(desk, two);
      expect(last).toMatchObject({ mark: 'flagged', comment: 'too dear' });
      expect(changes).toHaveLength(1);
    }
  });

  it('is nothing when the only mark is taken back, also from behind a later one', async () => {
    const desk = await openDesk();
    const [one, two] = [await start(desk, 'one'), await start(desk, 'two')];
    await mark(desk, one, 'approved');
    await mark(desk, one, null);
    expect((await placeOf(desk, one)).last).toBeNull();
    await mark(desk, one, 'flagged');
    await mark(desk, two, 'approved');
    await mark(desk, one, null);
    expect((await placeOf(desk, one)).last).toMatchObject({ mark: 'approved', session: two });
    await mark(desk, two, null);
    expect((await placeOf(desk, one)).last).toBeNull();
  });

  it('is the mark that stands, however many later ones are taken back', async () => {
    const desk = await openDesk();
    const names = ['one', 'two', 'three', 'four'];
    const sessions: string[] = [];
    for (const name of names) {
      const session = await start(desk, name);
      sessions.push(session);
      await mark(desk, session, 'flagged', name);
      if (name === 'one') await dearer(desk);
    }
    for (const session of sessions.slice(1).toReversed()) await mark(desk, session, null);
    const { last, changes } = await placeOf(desk, sessions[3] ?? '');
    expect(last).toMatchObject({ session: sessions[0], comment: 'one' });
    expect(changes).toMatchObject([{ field: 'price', after: '9.99' }]);
  });

  it('is what a later one was compared with before, though it was alike', async () => {
    const desk = await openDesk();
    const [one, two, three] = [
      await start(desk, 'one'),
      await start(desk, 'two'),
      await start(desk, 'three'),
    ];
    for (const each of [one, two, three]) await mark(desk, each, 'approved');
    await dearer(desk);
    await mark(desk, three, 'flagged');
    for (const each of [three, two]) {
      await mark(desk, each, null);
      expect((await placeOf(desk, one)).changes).toHaveLength(1);
    }
    expect((await placeOf(desk, three)).last).toMatchObject({ session: one, mark: 'approved' });
  });

  it('is the mark that a record was given while it was away', async () => {
    const desk = await openDesk();
    const values = { kod: 'N-1', name: 'Nowy' };
    const { id } = await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const records = [{ kind: 'fittings' as const, id }];
    const begin = async (name: string) =>
      (await desk.call('review.start', { name, source: { from: 'records', records } })).session;
    const [one, two] = [await begin('one'), await begin('two')];
    await mark(desk, one, 'approved', 'fine');
    await desk.call('records.remove', { kind: 'fittings', ref: id });
    for (const session of [one, two]) {
      await mark(desk, session, 'flagged', 'why was it removed?');
      await undo(desk);
      const { last, changes } = await placeOf(desk, session);
      expect(last).toMatchObject({ session, mark: 'flagged', comment: 'why was it removed?' });
      expect(changes).toEqual([]);
      await desk.call('records.remove', { kind: 'fittings', ref: id });
    }
  });

  it('has the comment that was written after the mark', async () => {
    const desk = await openDesk();
    const one = await start(desk, 'one');
    await mark(desk, one, 'flagged', 'too dear');
    await desk.call('review.mark', { session: one, index: 0, comment: 'ask the supplier' });
    const two = await start(desk, 'two');
    await desk.call('review.mark', { session: two, index: 0, comment: 'not marked yet' });
    expect((await placeOf(desk, two)).last).toMatchObject({ comment: 'ask the supplier' });
  });

  it('is not changed by a picture that was only sent since', async () => {
    const desk = await openDesk();
    const { file } = await desk.call('files.stage', {
      path: desk.file('a.png', PNG),
      kind: 'materials',
    });
    await desk.call('records.update', {
      kind: 'materials',
      ref: 'H1145',
      values: {},
      files: [{ field: 'PICFILE', file }],
    });
    const source = { from: 'query', query: { kind: 'materials' } } as const;
    const { session } = await desk.call('review.start', { name: 'one', source });
    await mark(desk, session, 'approved');
    await desk.push();
    const { record, changes } = await placeOf(desk, session);
    expect(record?.record['PICFILE']).toBeTypeOf('string');
    expect(changes).toEqual([]);
  });
});

describe('a review of a record that was made here, when the record is sent', () => {
  async function reviewed() {
    const desk = await openDesk();
    const { id } = await desk.call('records.create', {
      kind: 'fittings',
      values: { kod: 'NOWY', name: 'NOWY', price: '0' },
      files: [],
    });
    const source = { from: 'query', query: { kind: 'fittings', search: 'NOWY' } } as const;
    const { session } = await desk.call('review.start', { name: 'one', source });
    await desk.call('problems.check', {});
    const { problems } = await placeOf(desk, session);
    expect(problems).toBeGreaterThan(0);
    await mark(desk, session, 'flagged', 'no picture');
    await desk.push();
    await desk.call('problems.check', {});
    return { desk, session, problems, id };
  }

  it('is remembered by the next one', async () => {
    const { desk } = await reviewed();
    const source = { from: 'query', query: { kind: 'fittings', search: 'NOWY' } } as const;
    const { session } = await desk.call('review.start', { name: 'two', source });
    expect((await placeOf(desk, session)).last).toMatchObject({
      mark: 'flagged',
      comment: 'no picture',
    });
  });

  it('counts its problems and hands out the id of the service', async () => {
    const { desk, session, problems } = await reviewed();
    const { id } = await desk.call('records.get', { kind: 'fittings', ref: 'NOWY' });
    expect(await placeOf(desk, session)).toMatchObject({ id, problems });
    const { items } = await desk.call('review.items', { session });
    expect(items).toMatchObject([{ id, problems }]);
    const { rows } = await desk.call('review.table', { session });
    expect(rows[0]).toContain(id);
  });

  it('is begun with it though it was chosen under its local id', async () => {
    const { desk, id } = await reviewed();
    const records = [{ kind: 'fittings' as const, id }];
    const { total } = await desk.call('review.start', {
      name: 'chosen',
      source: { from: 'records', records },
    });
    expect(total).toBe(1);
  });
});
