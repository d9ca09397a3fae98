import fc from 'fast-check';
import { incoming } from '#core/store/recordStore.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { Checker } from '#core/catalogue/problems/checker.ts';
import { RUN_NOTE } from '#core/catalogue/problems/runNote.ts';
import { changeOne } from '#core/outbox/batches/single.ts';
import { discard } from '#core/outbox/actions.ts';
import { transact } from '#core/store/database.ts';
import { flushProjection, writeRow } from '#core/outbox/projection.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { noteFile } from '#core/files/fileKnowledge.ts';
import { testPlatform } from '../../../support/platform.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const CODES = ['A', 'B', 'C'];
const NAMES = ['Zawias', 'ZAWIAS', 'Uchwyt', 'Uchwyt -'];
const FILES = ['u/1.png', 'u/2.png'];

/**
 * Draws one step.
 *
 * The values come from small sets, so that records collide.
 */
const step = fc.oneof(
  fc.record({
    do: fc.constant('pull' as const),
    id: fc.integer({ min: 1, max: 40 }),
    code: fc.constantFrom(...CODES),
    name: fc.constantFrom(...NAMES),
    price: fc.constantFrom('1', '1.2', '1.3', '95', '0', ''),
    status: fc.constantFrom('1', '1', '1', '2', '7'),
    link: fc.constantFrom('A', 'B', 'X', '3'),
    image: fc.constantFrom(...FILES),
  }),
  fc.record({
    do: fc.constant('product' as const),
    id: fc.integer({ min: 50, max: 54 }),
    code: fc.constantFrom('A', 'B', 'X'),
    kod: fc.constantFrom('A', 'Z'),
  }),
  fc.record({ do: fc.constant('gone' as const), id: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    do: fc.constant('edit' as const),
    id: fc.integer({ min: 1, max: 40 }),
    price: fc.constantFrom('1', '2', '99', '0'),
    name: fc.constantFrom(...NAMES),
  }),
  fc.record({ do: fc.constant('create' as const), code: fc.constantFrom('A', 'X', 'Y') }),
  fc.record({ do: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('discard' as const), at: fc.integer({ min: 0, max: 9 }) }),
  fc.record({
    do: fc.constant('file' as const),
    path: fc.constantFrom(...FILES),
    held: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function apply(ws: Workspace, each: Step): void {
  switch (each.do) {
    case 'pull': {
      const { id, link, image, code, ...rest } = each;
      const doc = { _id: String(id), ...rest, kod: code, connected: [link], images: [image] };
      put(ws, 'fittings', String(id), { ...doc, kategoria: 'k', podkategoria: 'p' });
      put(ws, 'materials', String(id + 100), { SIFRA: code, name: rest.name, CIJENA: rest.price });
      break;
    }
    case 'product': {
      const { id, code, kod } = each;
      put(ws, 'products', String(id), {
        name: `P${id}`,
        materialy: { a: { SIFRA: code } },
        main: { okucia: [{ kod }] },
      });
      break;
    }
    case 'gone':
      takeAway(ws, 'fittings', String(each.id));
      break;
    case 'edit':
      changeOne(ws, 'fittings', {
        do: 'update',
        ref: String(each.id),
        values: { price: each.price, name: each.name },
      });
      break;
    case 'create':
      changeOne(ws, 'fittings', { do: 'create', values: { kod: each.code, name: 'Nowy' } });
      break;
    case 'remove':
      changeOne(ws, 'fittings', { do: 'remove', ref: String(each.id) });
      break;
    case 'discard': {
      const operation = ws.operations.open()[each.at];
      if (operation !== undefined) discard(ws, operation.id);
      break;
    }
    case 'file':
      transact(ws.cache, () => noteFile(ws.cache, each.path, each.held, 5));
      break;
  }
}

function put(ws: Workspace, kind: Kind, id: string, doc: object): void {
  const text = JSON.stringify(doc);
  transact(ws.cache, () => {
    const [outcome] = ws.records.apply(kind, [incoming(id, text)], 1, 1);
    if (outcome === undefined) return;
    const entity = ws.entities.byServiceId(kind, id);
    const open = entity === null ? [] : ws.operations.openOf(entity.eid);
    writeRow(ws, kind, { rid: outcome.rid, id, doc: text }, open);
  });
}

function takeAway(ws: Workspace, kind: Kind, id: string): void {
  const record = ws.records.get(kind, id);
  if (record === null) return;
  transact(ws.cache, () => {
    ws.records.markMissing(kind, id, 9);
    ws.rows.remove(kind, record.rid);
  });
}

/** Ignores a step that the current state refuses. */
function attempt(ws: Workspace, each: Step): void {
  try {
    apply(ws, each);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AppError') throw error;
  }
}

function drain(ws: Workspace, checker: Checker): void {
  flushProjection(ws);
  while (checker.step() !== null);
}

function tables(ws: Workspace) {
  const all = (table: string, order: string) =>
    ws.cache.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  return {
    problems: all('problem', 'rid, rule, field'),
    rows: all('problem_row', 'rid'),
    refs: all('problem_ref', 'rid, target, code, field'),
    statuses: ws.cache
      .prepare('SELECT * FROM problem_status WHERE n > 0 ORDER BY kind, status')
      .all(),
  };
}

function open(): Workspace {
  const { ws, close } = openWorkspace(testPlatform(tempFolder()), () => {});
  onTestFinished(close);
  return ws;
}

function checkAll(ws: Workspace, checker: Checker): void {
  ws.cache.prepare("DELETE FROM meta WHERE key = 'problems:version'").run();
  drain(ws, checker);
}

describe('problems kept row by row', () => {
  it('equal those of a check of everything, whatever was pulled, edited and taken back', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        fc.infiniteStream(fc.boolean()),
        (steps, stops) => {
          const ws = open();
          const checker = new Checker(ws);
          drain(ws, checker);
          for (const each of steps) {
            attempt(ws, each);
            if (stops.next().value) drain(ws, checker);
          }
          drain(ws, checker);
          const kept = tables(ws);
          checkAll(ws, checker);
          expect(kept).toEqual(tables(ws));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('go on after a check of everything was cut short, with changes made meanwhile', () => {
    const ws = open();
    for (let id = 1; id <= 700; id += 1)
      put(ws, 'fittings', String(id), {
        kod: `K${id % 690}`,
        name: `N${id}`,
        price: '0',
        status: '1',
      });
    const checker = new Checker(ws);
    for (let at = 0; at < 3; at += 1) checker.step();
    expect(ws.cache.prepare('SELECT 1 FROM meta WHERE key = ?').get(RUN_NOTE)).toBeDefined();
    put(ws, 'fittings', '1', { kod: 'K1', name: 'N1', price: '5', status: '1' });
    takeAway(ws, 'fittings', '700');
    const next = new Checker(ws);
    drain(ws, next);
    const kept = tables(ws);
    checkAll(ws, next);
    expect(kept).toEqual(tables(ws));
    expect(kept.problems.filter((row) => JSON.stringify(row).includes('price-zero'))).toHaveLength(
      698,
    );
  });

  it('know of a file what was learned while everything was checked, of records not yet seen too', () => {
    const ws = open();
    for (let id = 1; id <= 900; id += 1)
      put(ws, 'fittings', String(id), { kod: `K${id}`, images: [`u/${id}.png`] });
    const checker = new Checker(ws);
    for (let at = 0; at < 3; at += 1) checker.step();
    expect(ws.cache.prepare('SELECT 1 FROM meta WHERE key = ?').get(RUN_NOTE)).toBeDefined();
    transact(ws.cache, () => {
      for (const id of [1, 900]) noteFile(ws.cache, `u/${id}.png`, false, 5);
    });
    drain(ws, checker);
    const missing = ws.cache.prepare("SELECT rid FROM problem WHERE rule = 'file-not-held'").all();
    expect(missing).toHaveLength(2);
  });

  it('go on after the comparing of groups was cut short', () => {
    const ws = open();
    // Three hundred pairs of one name, more than are compared in one step.
    for (let id = 1; id <= 600; id += 1)
      put(ws, 'fittings', String(id), { kod: `K${id}`, name: `N${id % 300}` });
    const found = () => ws.cache.prepare("SELECT rid FROM problem WHERE rule = 'near-name'").all();
    const checker = new Checker(ws);
    while (found().length === 0) checker.step();
    expect(found().length).toBeLessThan(300);
    const next = new Checker(ws);
    drain(ws, next);
    expect(found()).toHaveLength(300);
    const kept = tables(ws);
    checkAll(ws, next);
    expect(kept).toEqual(tables(ws));
    // One index serves edits, the others serve the lists.
    const indexes = ws.cache.prepare(
      "SELECT name FROM sqlite_schema WHERE tbl_name = 'problem' AND sql LIKE 'CREATE INDEX%'",
    );
    const names = ['problem_count', 'problem_group', 'problem_list'];
    expect(new Set(indexes.pluck().all())).toEqual(new Set(names));
  });

  it('are not written anew where they are as they were', () => {
    const ws = open();
    for (let id = 1; id <= 40; id += 1)
      put(ws, 'fittings', String(id), {
        kod: `K${id}`,
        name: 'Zawias',
        kategoria: 'k',
        price: id === 40 ? '900' : '10',
        stock: 1,
        stock_limits: { small: 5 },
        status: '1',
        connected: ['X'],
        images: [`u/${id}.png`],
      });
    const checker = new Checker(ws);
    drain(ws, checker);
    const written = watch(ws);
    changeOne(ws, 'fittings', { do: 'update', ref: '3', values: { price: '10.5' } });
    drain(ws, checker);
    expect(written()).toEqual(['update problem_row']);
    changeOne(ws, 'fittings', { do: 'update', ref: '3', values: { name: 'Uchwyt' } });
    drain(ws, checker);
    expect(written()).toEqual(['delete problem near-name', 'update problem_row']);
    changeOne(ws, 'fittings', { do: 'update', ref: '3', values: { name: 'Zawias' } });
    drain(ws, checker);
    expect(written()).toEqual(['insert problem near-name', 'update problem_row']);
  });
});

/**
 * Records every row written to the problem tables.
 *
 * Each call returns the rows written since the previous call.
 */
function watch({ cache }: Workspace): () => readonly unknown[] {
  cache.exec('CREATE TEMP TABLE written(what TEXT)');
  for (const table of ['problem', 'problem_row', 'problem_ref'])
    for (const event of ['insert', 'update', 'delete']) {
      const row = event === 'delete' ? 'OLD' : 'NEW';
      const rule = table === 'problem' ? ` || ' ' || ${row}.rule` : '';
      cache.exec(`CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON ${table}
        BEGIN INSERT INTO written VALUES ('${event} ${table}'${rule}); END`);
    }
  return () => {
    const rows = cache.prepare('SELECT what FROM written ORDER BY what').pluck().all();
    cache.exec('DELETE FROM written');
    return rows;
  };
}
