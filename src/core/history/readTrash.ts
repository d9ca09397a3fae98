import { AppError, invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { JsonObject } from '#contract/json.ts';
import type { AgainNote, TrashItem } from '#contract/past.ts';
import type { Input, Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { changeOne } from '../outbox/batches/single.ts';
import { withFiles } from '../outbox/draft.ts';
import { codeHolder } from '../outbox/keyConflict.ts';
import type { FilePlaces } from '../files/fileKnowledge.ts';
import { normalizeForSearch, termsOf } from '#contract/normalizeForSearch.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { MetaStore, SettingStore } from '../store/metaStore.ts';
import type { OperationStore } from '../store/operationStore.ts';
import { prepared } from '../store/prepared.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { UploadStore } from '../store/uploadStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ofOtherService } from '../store/batchesOfService.ts';
import { againOf } from './recreate.ts';
import { leftServiceOf } from '../store/trashOfService.ts';
import { madeAgain, requireFirst } from '../outbox/lineage.ts';
import { FileCopies } from '../outbox/fileCopies.ts';
import { isNeeded } from './trash.ts';
import { oneNumber } from '../store/cells.ts';
import { pathsOf } from '../record/fileFields.ts';

interface Stores extends FilePlaces {
  readonly entities: EntityStore;
  readonly operations: OperationStore;
  readonly settings: SettingStore;
  readonly meta: MetaStore;
  readonly uploads: UploadStore;
}

const trashRow = z.object({
  kind: kindSchema,
  id: z.string(),
  doc: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  removedAt: z.number(),
  by: z.enum(['here', 'there']),
});
const pageRows = z.array(trashRow.pick({ kind: true, id: true }));
const headRows = z.array(z.object({ name: z.string(), text: z.string() }));
type TrashRow = z.infer<typeof trashRow>;
const COLUMNS = 'kind, id, doc, key, title, removed_at AS removedAt, removed_by AS "by"';
/**
 * Finds a recreation of the deleted record, or of one with the same lineage, that exists or is
 * pending.
 */
const MADE_AGAIN = `
  SELECT 1 FROM group_item i JOIN entity m ON m.eid = i.eid
  WHERE m.kind = trash.kind AND m.state <> 'gone'
    AND NOT EXISTS (SELECT 1 FROM trash t WHERE t.kind = m.kind AND t.id = m.service_id)
    AND i.again = coalesce(
    (SELECT o.again FROM group_item o JOIN entity d ON d.eid = o.eid
     WHERE d.kind = trash.kind AND d.service_id = trash.id AND o.again IS NOT NULL LIMIT 1),
    trash.id)`;
const WHERE = `(@kind IS NULL OR kind = @kind) AND
  (@found IS NULL OR json_array(kind, id) IN (SELECT value FROM json_each(@found)))
  AND NOT EXISTS (${MADE_AGAIN})`;
const DAY = 86_400_000;
const DEFAULT_LIMIT = 200;

/** Lists deleted records, the latest first. */
export function listTrash(stores: Stores, filter: Input<'trash.list'>): Output<'trash.list'> {
  const { kind = null, search } = filter;
  const found = search === undefined ? null : JSON.stringify(namesWith(stores, search));
  const values = { kind, found };
  const total = oneNumber.parse(
    stores.work.prepare(`SELECT count(*) FROM trash WHERE ${WHERE}`).pluck().get(values),
  );
  const rows = stores.work
    .prepare(
      `SELECT kind, id FROM trash WHERE ${WHERE} ORDER BY removed_at DESC, id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...values, limit: filter.limit ?? DEFAULT_LIMIT, offset: filter.offset ?? 0 });
  // Records are read one at a time, because each may have megabytes.
  const items = pageRows
    .parse(rows)
    .map((row) => itemOf(stores, findRow(stores, row.kind, row.id)));
  return { total, items };
}

/**
 * Returns the kind and id of each deleted record with every word of a search. SQLite folds only
 * ASCII letters.
 */
function namesWith({ work }: Stores, search: string): readonly string[] {
  const rows = headRows.parse(
    work
      .prepare(
        `SELECT json_array(kind, id) AS name, coalesce(key, '') || ' ' || title || ' ' || id AS text FROM trash`,
      )
      .all(),
  );
  const terms = termsOf(search);
  return rows.flatMap(({ name, text }) => {
    const folded = normalizeForSearch(text);
    return terms.every((term) => folded.includes(term)) ? [name] : [];
  });
}

function itemOf(stores: Stores, row: TrashRow): TrashItem {
  const { doc, ...head } = row;
  const copies = new FileCopies(stores);
  const kept = stores.settings.all().trashDays * DAY;
  const subject = { resource: resourceOf(row.kind), record: parseDoc(doc) };
  return {
    ...head,
    purgeAt: isNeeded(stores, row.kind, row.id) ? null : row.removedAt + kept,
    files: pathsOf(subject).map(([field, path]) => {
      const copy = copies.of(path);
      const staged = copy === null ? null : (stores.uploads.staged(copy)?.sha256 ?? null);
      return { field, path, sha256: staged ?? copies.cached(row.kind, path) };
    }),
  };
}

function findRow(stores: Stores, kind: Kind, id: string): TrashRow {
  const sql = `SELECT ${COLUMNS} FROM trash WHERE kind = ? AND id = ?`;
  const row = prepared(stores.work, sql).get(kind, id);
  if (row !== undefined) return trashRow.parse(row);
  throw new AppError('not-found', `No deleted record here has the id ${JSON.stringify(id)}.`, {
    issues: [{ place: kind, value: JSON.stringify(id), ...expecting('deletedId') }],
  });
}

/** Returns one deleted record and the preview of its recreation. */
export function getTrash(stores: Stores, kind: Kind, id: string): Output<'trash.get'> {
  const row = findRow(stores, kind, id);
  const record = parseDoc(row.doc);
  const copies = new FileCopies(stores);
  // Cached files are staged only when the user creates the record again; the preview names them by
  // their hash.
  const copyOf = (path: string) => copies.of(path) ?? copies.cached(kind, path);
  const { values, notes, ready } = planAgain(stores, kind, record, copyOf);
  const item = itemOf(stores, row);
  const against = noteAgainst(stores, kind, id);
  if (against === null) return { item, record, values, notes: [...notes], ready };
  return { item, record, values, notes: [against, ...notes], ready: false };
}

/** Returns the reason that forbids recreating a record, if any; no input of the user removes it. */
function noteAgainst(stores: Stores, kind: Kind, id: string): AgainNote | null {
  const service = leftServiceOf(stores.work, kind, id);
  if (service !== null) return { code: 'other-service', field: null, value: service };
  const before = madeAgain(stores, kind, id);
  return before === null ? null : { code: 'made-again', field: null, value: before.title };
}

/** Throws for a record of a former service: it is not created at another service. */
function requireOfService({ work }: Stores, kind: Kind, id: string): void {
  if (leftServiceOf(work, kind, id) !== null) throw ofOtherService();
}

/** Plans the recreation; `copyOf` returns the copy of a file. */
function planAgain(
  stores: Stores,
  kind: Kind,
  record: JsonObject,
  copyOf: (path: string) => string | null,
) {
  const isCodeTaken = (key: string) => codeHolder(stores, { kind, key }) !== null;
  return againOf(resourceOf(kind), record, copyOf, isCodeTaken);
}

/** Queues the recreation of a deleted record, with the user's values over its former ones. */
export async function createAgain(
  ws: Workspace,
  { kind, id, values = {}, files = [] }: Input<'trash.createAgain'>,
): Promise<Output<'trash.createAgain'>> {
  const stores = { ...ws, disk: ws.platform.disk };
  const { doc } = findRow(stores, kind, id);
  requireOfService(stores, kind, id);
  requireFirst(ws, kind, id);
  const resource = resourceOf(kind);
  const record = parseDoc(doc);
  const copies = new FileCopies(stores);
  const promised = pathsOf({ resource, record }).filter(
    ([, path]) => copies.of(path) === null && copies.cached(kind, path) !== null,
  );
  await copies.stage(ws, { resource, record });
  const again = planAgain(stores, kind, record, (path) => copies.of(path));
  // A file given now replaces the record's former one; in a list it is added.
  const replaced = new Set(
    files.flatMap(({ field }) => (resource.fields[field]?.type === 'file' ? [field] : [])),
  );
  const isGiven = (name: string) => replaced.has(name) || Object.hasOwn(values, name);
  requireTaken(promised.filter(([field, path]) => !isGiven(field) && copies.of(path) === null));
  const kept = Object.entries(again.values).filter(([name]) => !replaced.has(name));
  const whole = withFiles(resource, { ...Object.fromEntries(kept), ...values }, files);
  // Checked again: copying files takes time.
  requireOfService(stores, kind, id);
  requireFirst(ws, kind, id);
  return changeOne(ws, kind, { do: 'create', values: whole, again: id });
}

/** Throws when a promised file could not be staged: its loss would otherwise go unnoticed. */
function requireTaken(lost: ReturnType<typeof pathsOf>): void {
  const issues = lost.map(([place, value]): Issue => {
    const expected = expecting('copyOfPreview');
    return { place, value, ...expected };
  });
  if (issues.length > 0) throw invalid(issues);
}
