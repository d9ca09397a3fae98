import fs from 'node:fs';
import path from 'node:path';
import { PLAIN_ACTS } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { StoredOperation } from '#core/store/operationStore.ts';
import { tablesOf } from '#core/store/cacheSchema.ts';
import { CODE, draft, EDITABLE, FILE } from './drafts.ts';
import type { Field } from './drafts.ts';
import { mayRetry } from './operations.ts';
import { trackedOf } from './oracle.ts';
import type { Person } from './person.ts';
import { checkBack, replacedBy } from './planned.ts';

/** Adds a product with a new fitting and a new edge band that it needs. */
export async function addProduct(person: Person): Promise<void> {
  const { oracle, given } = person;
  const value = oracle.value('us');
  const file = given.write('products', value);
  const fitting = draft('fittings', oracle.value('us'));
  const band = draft('edge-bands', oracle.value('us'));
  const { modelPath: _, ...product } = draft('products', value);
  const manifest = { fittings: [fitting], edgeBands: [band], product: { ...product, model: file } };
  const made = await person.attempt(null, () =>
    person.handlers()['productDrafts.addProduct']({ manifest, folder: given.folder }),
  );
  const ids = (made?.steps ?? []).flatMap(({ operation }) => operation ?? []);
  for (const id of ids) person.byPerson(id);
  const last = ids.at(-1);
  if (last !== undefined) oracle.needs.set(last, ids.slice(0, -1));
}

/** Gives a field of some records the same value, in one go. */
export async function changeMany(person: Person, kind: Kind, field: Field): Promise<void> {
  const ids = person.records(kind).filter(() => person.chance.happens(0.6));
  if (ids.length === 0) return;
  const value = person.oracle.value('us');
  const text = field === 'name' ? `N${value}` : String(value);
  const change = { code: 'set', field, value: text } as const;
  await person.queue(() =>
    person.handlers()['bulk.plan']({ kind, selection: { ids: [...ids] }, change }),
  );
}

/**
 * Does the same to several open operations at once, or resolves several conflicts with one side.
 */
export async function actOnMany(person: Person): Promise<void> {
  const { ws, chance } = person;
  const open = ws?.operations.open() ?? [];
  const clashing = open.filter(({ state }) => state === 'conflict');
  const settles = clashing.length > 0 && chance.happens(0.4);
  const chosen = (settles ? clashing : open).filter(() => chance.happens(0.5));
  if (chosen.length === 0) return;
  if (settles) await resolveMany(person, chosen, chance.pick(['mine', 'theirs'] as const));
  else {
    const what = chance.pick(PLAIN_ACTS);
    const meant = what === 'retry' ? chosen.filter(mayRetry) : chosen;
    if (meant.length > 0) await actMany(person, meant, what);
  }
}

async function actMany(
  person: Person,
  chosen: readonly StoredOperation[],
  what: (typeof PLAIN_ACTS)[number],
): Promise<void> {
  const behind = chosen.flatMap(({ eid }) => person.openIdsOf(eid));
  const drops = what === 'discard';
  // Where more of a record goes than its removal, what that had replaced may go as well.
  const alone = chosen.filter(({ eid }) => person.openIdsOf(eid).length === 1);
  const replaced = drops
    ? alone.map((each) => [each.id, replacedBy(person.ws, each)] as const)
    : [];
  const operations = chosen.map(({ id }) => id);
  if (what === 'release') for (const id of operations) person.oracle.letGo(id);
  if (what === 'retry') for (const id of operations) person.oracle.retried.add(id);
  const done = await person.attempt(drops ? { what: 'end', operations: behind } : null, () =>
    person.handlers()['outbox.many']({ what, operations }),
  );
  if (done === null) return;
  const failed = new Set(done.failed.map(({ operation }) => operation));
  for (const id of drops ? behind : []) person.endUnlessOpen(id);
  for (const [id, seqs] of replaced)
    if (!failed.has(id)) checkBack(person.oracle, person.ws, person.ended, seqs);
}

async function resolveMany(
  person: Person,
  chosen: readonly StoredOperation[],
  all: 'mine' | 'theirs',
): Promise<void> {
  const behind = chosen.flatMap(({ eid }) => person.openIdsOf(eid));
  const operations = chosen.map(({ id }) => id);
  const done = await person.attempt({ what: 'end', operations: behind, settles: operations }, () =>
    person.handlers()['outbox.resolveMany']({ all, operations }),
  );
  if (done === null) return;
  for (const id of operations) person.dropped.add(id);
  for (const id of behind) person.endUnlessOpen(id);
}

/** Chooses a side for each field in conflict; values chosen as ours must still arrive. */
export async function resolveFields(person: Person): Promise<void> {
  const { ws, chance } = person;
  const clashing = (ws?.operations.open() ?? []).filter(
    ({ conflict }) => conflict?.type === 'fields',
  );
  if (clashing.length === 0) return;
  const { id, conflict } = chance.pick(clashing);
  const names = (conflict?.fields ?? []).filter(({ clash }) => clash).map(({ field }) => field);
  const fields = Object.fromEntries(
    names.map((field) => [field, chance.pick(['mine', 'theirs'] as const)]),
  );
  const theirs = names.filter((field) => fields[field] === 'theirs');
  await person.attempt({ what: 'sides', operation: id, fields: theirs }, () =>
    person.handlers()['outbox.resolve']({ operation: id, fields }),
  );
  person.giveWay(id, theirs);
}

/** Creates something anew that was deleted, here or there. */
export async function createAgain(person: Person): Promise<void> {
  const { ws, chance } = person;
  const rows = (ws?.work.prepare('SELECT kind, id FROM trash ORDER BY kind, id').all() ?? []) as {
    kind: Kind;
    id: string;
  }[];
  if (rows.length === 0) return;
  const queued = await person.attempt(null, () =>
    person.handlers()['trash.createAgain'](chance.pick(rows)),
  );
  const operation = queued?.operation ?? null;
  const made = operation === null ? null : (person.ws?.operations.get(operation) ?? null);
  if (made === null) return;
  person.byPerson(made.id);
  const tracked = trackedOf(made.patch.values);
  for (const field of ['name', 'price'] as const) {
    const value = tracked[field];
    if (value === null) continue;
    person.oracle.again.add(value);
    person.edits.push({ value, eid: made.eid, field, operation: made.id });
  }
}

/** Imports a sheet with some new and some existing records, and queues its changes. */
export async function importSheet(person: Person, given: Kind): Promise<void> {
  const kind = given === 'products' ? 'fittings' : given;
  const { ws, chance } = person;
  if (ws === null) return;
  const known = person
    .records(kind)
    .filter(() => chance.happens(0.3))
    .slice(0, 3);
  const codes = known.flatMap((id) => codeOf(person, kind, id));
  const fresh = Array.from({ length: chance.below(4) }, () => null);
  const withFiles = FILE[kind] !== null && chance.happens(0.5);
  const rows = [...codes, ...fresh].map((code) => rowOf(person, kind, code, withFiles));
  if (rows.length === 0) return;
  const columns = [CODE[kind], ...EDITABLE[kind], ...further(kind, withFiles)];
  const file = path.join(person.given.folder, `sheet-${person.oracle.value('us')}.csv`);
  fs.writeFileSync(file, `${[columns, ...rows].map((row) => row.join(';')).join('\n')}\n`);
  const staged = await person.attempt(null, () => person.handlers()['files.stage']({ path: file }));
  if (staged === null) return;
  const sheet = await person.attempt(null, () =>
    person.handlers()['sheets.open']({ kind, file: staged.file }),
  );
  if (sheet === null) return;
  await person.queue(() => person.handlers()['sheets.check']({ sheet: sheet.sheet }));
}

function codeOf({ ws }: Person, kind: Kind, id: string): string[] {
  const key = ws?.cache
    .prepare(`SELECT key FROM ${tablesOf(kind).rows} WHERE id = ?`)
    .pluck()
    .get(id);
  return typeof key === 'string' && key !== '' ? [key] : [];
}

/** The columns behind those that every sheet has. */
function further(kind: Kind, withFiles: boolean): string[] {
  const file = withFiles ? FILE[kind]?.field : undefined;
  return [...(kind === 'edge-bands' ? ['thickness'] : []), ...(file === undefined ? [] : [file])];
}

function rowOf(person: Person, kind: Kind, code: string | null, withFiles: boolean): string[] {
  const value = person.oracle.value('us');
  const values = draft(kind, value);
  const own = [code ?? values[CODE[kind]], ...EDITABLE[kind].map((field) => values[field])];
  const thick = kind === 'edge-bands' ? ['1'] : [];
  const files = withFiles ? [person.given.write(kind, value)] : [];
  return [...own.map(String), ...thick, ...files];
}
