import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BulkChange } from '#contract/changesets/changeset.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { openDesk, SEED } from '../../support/desk.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { checkSheet, rowsOf, undo } from '../../support/sheets.ts';

const price = (desk: TestWorkstation, value: string, ref = 'ZAW-110') =>
  desk.call('records.update', { kind: 'fittings', ref, values: { price: value }, files: [] });
const shownPrice = async (desk: TestWorkstation, ref = 'ZAW-110') =>
  (await desk.call('records.get', { kind: 'fittings', ref })).record['price'];
const queueSize = async (desk: TestWorkstation) =>
  (await desk.call('outbox.list', {})).operations.length;
const bulk = async (desk: TestWorkstation, change: BulkChange) => {
  const selection = { query: { kind: 'fittings' as const } };
  const { plan } = await desk.call('bulk.plan', { kind: 'fittings', selection, change });
  return desk.call('changesets.queue', { plan });
};
const PLUS_ONE: BulkChange = { code: 'add', field: 'price', amount: '1' };

describe('undo before it was sent', () => {
  it('makes each edit vanish, the newest first, and names it', async () => {
    const desk = await openDesk();
    await price(desk, '9');
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { name: 'Nowa' },
      files: [],
    });
    expect((await desk.call('groups.list', {})).groups[0]?.label).toMatchObject({
      code: 'edit',
      params: { record: 'ZAW-110', field: 'name' },
    });
    await undo(desk);
    expect(
      (await desk.call('records.get', { kind: 'fittings', ref: 'ZAW-110' })).record,
    ).toMatchObject({
      name: 'Zawias 110°',
      price: '9',
    });
    expect(await queueSize(desk)).toBe(1);
    await desk.restart();
    await undo(desk);
    expect(await queueSize(desk)).toBe(0);
    await expect(desk.call('undo.plan', {})).rejects.toMatchObject({ code: 'not-found' });
  });

  it('takes a creation and a removal back, with what had waited for them', async () => {
    const desk = await openDesk();
    const values = { kod: 'N-1', name: 'Nowy' };
    const { id } = await desk.call('records.create', { kind: 'fittings', values, files: [] });
    await price(desk, '5', 'N-1');
    await desk.call('records.remove', { kind: 'fittings', ref: id });
    await undo(desk);
    expect((await desk.call('records.get', { kind: 'fittings', ref: 'N-1' })).record).toMatchObject(
      { price: '5' },
    );
    await undo(desk);
    expect(
      (await desk.call('records.get', { kind: 'fittings', ref: 'N-1' })).record['price'],
    ).toBeUndefined();
    await undo(desk);
    await expect(desk.call('records.get', { kind: 'fittings', ref: 'N-1' })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await queueSize(desk)).toBe(0);
    await price(desk, '9');
    await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    await undo(desk);
    expect(await shownPrice(desk)).toBe('9');
    expect((await desk.call('outbox.list', {})).operations.map(({ action }) => action)).toEqual([
      'update',
    ]);
  });

  it('is taken back itself by undoing the undo', async () => {
    const desk = await openDesk();
    await bulk(desk, PLUS_ONE);
    const { group } = await undo(desk);
    expect(await shownPrice(desk)).toBe('8.90');
    await undo(desk, group ?? '');
    expect(await shownPrice(desk)).toBe('9.90');
    expect((await desk.call('groups.list', {})).groups[0]).toMatchObject({
      state: 'queued',
      label: { code: 'add' },
    });
  });
});

describe('undo after it was sent', () => {
  it('queues restoring edits, keeps apart what was changed since, and shows it before anything', async () => {
    const desk = await openDesk();
    await bulk(desk, PLUS_ONE);
    expect(await desk.push()).toMatchObject({ done: 2 });
    const theirs = desk.service.state.all('fittings').find(({ kod }) => kod === 'ZAW-155');
    desk.service.state.patch('fittings', String(theirs?.['_id']), { price: 99 });
    desk.clock.advance(1_000);
    await desk.pull();
    const { plan, counts, label } = await desk.call('undo.plan', {});
    expect(label).toMatchObject({ code: 'undo', of: { code: 'add', count: 2 } });
    expect(counts).toMatchObject({ changed: 1, kept: 1, ticked: 1 });
    const rows = await rowsOf(desk, plan);
    expect(rows.find(({ outcome }) => outcome === 'kept')).toMatchObject({
      key: 'ZAW-155',
      ticked: false,
      changes: [{ field: 'price', after: '14.30' }],
    });
    expect(await queueSize(desk)).toBe(0);
    await desk.call('changesets.queue', { plan });
    await desk.push();
    expect(Number(await shownPrice(desk))).toBe(8.9);
    expect(Number(await shownPrice(desk, 'ZAW-155'))).toBe(99);
    const [newest] = (await desk.call('groups.list', {})).groups;
    expect(newest).toMatchObject({ sent: true, label: { code: 'undo' } });
  });

  it('restores a kept one when it is chosen', async () => {
    const desk = await openDesk();
    await bulk(desk, PLUS_ONE);
    await desk.push();
    await price(desk, '50');
    const group = (await desk.call('groups.list', {})).groups[1]?.id;
    const { plan, counts } = await desk.call('undo.plan', { group });
    expect(counts).toMatchObject({ changed: 1, kept: 1 });
    await desk.call('changesets.tick', { plan, ticked: true, outcomes: ['kept'] });
    await desk.call('changesets.queue', { plan });
    expect(await shownPrice(desk)).toBe('8.90');
  });

  it('says which value cannot be emptied again', async () => {
    const desk = await openDesk({ seed: { ...SEED, fittings: [{ kod: 'A', name: 'A' }] } });
    await desk.call('records.update', {
      kind: 'fittings',
      ref: 'A',
      values: { price: '5' },
      files: [],
    });
    await desk.push();
    const { plan, counts } = await desk.call('undo.plan', {});
    expect(counts).toMatchObject({ error: 1, ticked: 0 });
    expect((await rowsOf(desk, plan))[0]?.issues[0]?.expected).toContain(
      'no documented way to clear',
    );
  });

  it('makes a record again that was removed', async () => {
    const desk = await openDesk();
    await desk.call('records.remove', { kind: 'edge-bands', ref: 'ABS-22' });
    await desk.push();
    await undo(desk);
    await desk.push();
    expect(desk.service.state.all('edgeBands')).toMatchObject([{ code: 'ABS-22', thickness: 0.8 }]);
  });
});

const code = fc.stringMatching(/^[A-Z]{2,4}-\d{1,3}$/);
const amount = fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
const action = fc.oneof(
  fc.record({
    do: fc.constant('price' as const),
    ref: fc.constantFrom('ZAW-110', 'ZAW-155'),
    value: amount,
  }),
  fc.record({
    do: fc.constant('name' as const),
    ref: fc.constantFrom('ZAW-110', 'ZAW-155'),
    value: fc.string({ minLength: 1, maxLength: 8 }),
  }),
  fc.record({ do: fc.constant('create' as const), ref: code, value: amount }),
  fc.record({
    do: fc.constant('remove' as const),
    ref: fc.constantFrom('ZAW-110', 'ZAW-155'),
    value: amount,
  }),
  fc.record({ do: fc.constant('bulk' as const), ref: code, value: amount }),
  fc.record({ do: fc.constant('import' as const), ref: code, value: amount }),
  fc.record({
    do: fc.constantFrom('set' as const, 'clear' as const, 'replace' as const, 'paste' as const),
    ref: fc.constantFrom('DEB', 'name'),
    value: amount,
  }),
  fc.record({
    do: fc.constantFrom('edge-band' as const, 'product' as const),
    ref: fc.constantFrom('Nowa', 'Inna'),
    value: amount,
  }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function perform(desk: TestWorkstation, { do: what, ref, value }: Action): Promise<void> {
  const kind = 'fittings' as const;
  if (what === 'price') await price(desk, value, ref);
  if (what === 'name')
    await desk.call('records.update', { kind, ref, values: { name: value }, files: [] });
  if (what === 'create')
    await desk.call('records.create', {
      kind,
      values: { kod: ref, name: value, price: value },
      files: [],
    });
  if (what === 'remove') await desk.call('records.remove', { kind, ref });
  if (what === 'bulk') await bulk(desk, { code: 'add', field: 'price', amount: value });
  if (what === 'import') {
    const plan = await checkSheet(
      desk,
      kind,
      'x.csv',
      `kod;name;price\r\n${ref};Nowy;${value}\r\nZAW-110;Inny;1\r\n`,
    );
    await desk.call('changesets.queue', { plan: plan.plan });
  }
}

/** Changes of the other kinds, one after another way of changing them. */
async function performElsewhere(
  desk: TestWorkstation,
  { do: what, ref, value }: Action,
): Promise<void> {
  const kind = 'materials' as const;
  const changes: Readonly<Record<string, BulkChange>> = {
    set: { code: 'set', field: ref, value },
    clear: { code: 'clear', field: ref },
    replace: { code: 'replace', field: ref, find: '1', with: value },
  };
  const change = changes[what];
  if (change !== undefined) {
    const request = { kind, selection: { query: { kind } }, change };
    const { plan } = await desk.call('bulk.plan', request);
    await desk.call('changesets.queue', { plan });
  }
  if (what === 'paste') {
    const { ids } = await desk.call('records.ids', { kind });
    const block = { kind, ids, fields: ['price', ref], text: `${value}\t${value}\n` };
    const { plan } = await desk.call('paste.plan', block);
    await desk.call('changesets.queue', { plan });
  }
  if (what !== 'edge-band' && what !== 'product') return;
  const other = what === 'product' ? ('products' as const) : ('edge-bands' as const);
  const { ids } = await desk.call('records.ids', { kind: other });
  const request = {
    kind: other,
    ref: ids[0] ?? '',
    values: { name: `${ref} ${value}` },
    files: [],
  };
  await desk.call('records.update', request);
}

/** Returns the records of all kinds as the user sees them, and the outbox. */
async function picture(desk: TestWorkstation) {
  const kinds = await Promise.all(
    KINDS.map((kind) => desk.call('records.whole', { kind, limit: 100 })),
  );
  const { operations } = await desk.call('outbox.list', {});
  return {
    records: kinds.map(({ records }) =>
      records.map(({ id, record, pending }) => ({ id, record, pending })),
    ),
    waiting: operations.map(({ action, state, changes }) => ({ action, state, changes })),
  };
}

describe('undo after any group', () => {
  it('restores what was there, whatever was done before it', async () => {
    const desk = await openDesk();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 4 }), action, async (before, last) => {
        let done = 0;
        for (const each of before) done += await did(desk, each);
        const old = await picture(desk);
        if ((await did(desk, last)) === 1) await undo(desk);
        const now = await picture(desk);
        expect(now.records).toEqual(old.records);
        expect(now.waiting).toEqual(old.waiting);
        for (let i = 0; i < done; i += 1) await undo(desk);
        expect(await queueSize(desk)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});

/** 1 when a group came of it; an action may be refused, or change nothing. */
async function did(desk: TestWorkstation, each: Action): Promise<number> {
  const newest = async () => (await desk.call('groups.list', { limit: 1 })).groups[0]?.id;
  const before = await newest();
  await perform(desk, each).catch(() => undefined);
  await performElsewhere(desk, each).catch(() => undefined);
  return (await newest()) === before ? 0 : 1;
}
