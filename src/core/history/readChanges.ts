import type { PullChange } from '#contract/past.ts';
import { pullEntry } from '#contract/past.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import type { Json } from '#contract/json.ts';
import { nameOf } from '../outbox/draft.ts';
import { IS_OTHERS } from '../store/changeOrigin.ts';
import { parseDoc } from '../store/recordStore.ts';
import { diffRecords } from '../record/diff.ts';
import type { FieldChange } from '../record/diff.ts';
import { oneNumber } from '../store/cells.ts';
import type { ReadStores } from '../workspace/readStores.ts';

/** A pull as it is listed; the table stores booleans as numbers. */
const truth = z.number().transform((value) => value === 1);
const pullRows = z.array(pullEntry.extend({ first: truth, complete: truth }));

const DEFAULT_LIMIT = 200;

/** Lists the pulls of this workstation and their changes, the newest first. */
export function pullsOf({ cache }: ReadStores, page: Input<'pulls.list'>): Output<'pulls.list'> {
  const rows = cache
    .prepare(
      `SELECT run AS pull, kind, started_at AS startedAt, at, first, complete, added, changed, removed FROM pull_log
       ORDER BY run DESC LIMIT ? OFFSET ?`,
    )
    .all(page.limit ?? DEFAULT_LIMIT, page.offset ?? 0);
  return { pulls: pullRows.parse(rows) };
}

const netRow = z.object({
  kind: kindSchema,
  id: z.string(),
  at: z.number(),
  change: z.enum(['added', 'changed', 'removed']),
  firstNumber: z.number(),
  lastNumber: z.number(),
  before: z.string().nullable(),
  doc: z.string().nullable(),
});
const netRowList = netRow.array();
type NetRow = z.infer<typeof netRow>;

/**
 * One row for each record that others changed.
 *
 * A record added and deleted again is left out. One that came back counts as changed. One that this
 * workstation deleted since does not count as deleted by others.
 */
const NET = `
  WITH span AS (
    SELECT kind, id, min(number) AS first, max(number) AS last, max(at) AS at FROM record_change c
    WHERE ${IS_OTHERS} AND at >= coalesce(@since,
        (SELECT started_at FROM pull_log l WHERE l.kind = c.kind ORDER BY run DESC LIMIT 1), 0)
      AND (@until IS NULL OR at <= @until)
      AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds)))
    GROUP BY kind, id),
  net AS (
    SELECT s.kind, s.id, s.at, s.first AS firstNumber, s.last AS lastNumber, c.change AS first, c.before, r.doc,
      l.change = 'removed' AS left,
      CASE WHEN @until IS NULL THEN r.missing_since IS NOT NULL OR r.id IS NULL
        ELSE l.change = 'removed' END AS gone
    FROM span s JOIN record_change c ON c.number = s.first JOIN record_change l ON l.number = s.last
      LEFT JOIN record r ON r.kind = s.kind AND r.id = s.id),
  told AS (
    SELECT kind, id, at, firstNumber, lastNumber, before, doc, gone,
      CASE WHEN left AND gone THEN 'removed' WHEN first = 'added' THEN 'added' ELSE 'changed' END AS change
    FROM net WHERE NOT (first = 'added' AND gone))
  SELECT * FROM told WHERE (@change IS NULL OR change = @change)`;

type Filter = Omit<Input<'pulls.changes'>, 'limit' | 'offset'>;

function valuesOf({ since, until, kinds, change }: Filter) {
  return {
    since,
    until: until ?? null,
    kinds: kinds === undefined ? null : JSON.stringify(kinds),
    change: change ?? null,
  };
}

/** Returns the changes by others since a time, field by field. */
export function changesSince(
  stores: Pick<ReadStores, 'cache'>,
  filter: Input<'pulls.changes'>,
): Output<'pulls.changes'> {
  const { since, limit = DEFAULT_LIMIT, offset = 0 } = filter;
  const values = valuesOf(filter);
  const total = oneNumber.parse(
    stores.cache.prepare(`SELECT count(*) FROM (${NET})`).pluck().get(values),
  );
  const rows = stores.cache
    .prepare(`${NET} ORDER BY at DESC, kind, id LIMIT @limit OFFSET @offset`)
    .all({ ...values, limit, offset });
  return { total, since, changes: netRowList.parse(rows).map((row) => changeOf(stores, row)) };
}

const placeList = netRow.pick({ kind: true, id: true }).array();

/**
 * Returns the records that others added or changed since a time and that still exist, the latest
 * first.
 */
export function changedSince(
  { cache }: Pick<ReadStores, 'cache'>,
  filter: Filter,
): z.infer<typeof placeList> {
  const rows = cache
    .prepare(`SELECT kind, id FROM (${NET}) WHERE NOT gone ORDER BY at DESC, kind, id`)
    .all(valuesOf(filter));
  return placeList.parse(rows);
}

function changeOf(stores: Pick<ReadStores, 'cache'>, row: NetRow): PullChange {
  const { kind, id, at, change, before, doc } = row;
  const resource = resourceOf(kind);
  const named = parseDoc(doc ?? before ?? '{}');
  const fields = change === 'changed' ? fieldsOf(stores, row) : [];
  return { kind, id, ...nameOf(resource, named), change, at, fields: [...fields] };
}

const stepRows = z.array(
  z.object({
    number: z.number(),
    change: z.enum(['added', 'changed', 'removed']),
    isOthers: z.number(),
    before: z.string().nullable(),
  }),
);

/**
 * Returns the fields that others changed, with the value before their first change and after their
 * last.
 */
function fieldsOf({ cache }: Pick<ReadStores, 'cache'>, row: NetRow): readonly FieldChange[] {
  const { kind, id, firstNumber, lastNumber, doc } = row;
  const steps = stepRows.parse(
    cache
      .prepare(
        `SELECT number, change, before, ${IS_OTHERS} AS isOthers FROM record_change
         WHERE kind = ? AND id = ? AND number >= ? ORDER BY number`,
      )
      .all(kind, id, firstNumber),
  );
  const fields = new Map<string, FieldChange>();
  for (const [at, { number, change, isOthers, before }] of steps.entries()) {
    if (number > lastNumber || isOthers === 0 || before === null || change === 'removed') continue;
    const next = steps.slice(at + 1).find((each) => each.before !== null);
    const after = next?.before ?? doc;
    if (after === null) continue;
    for (const found of diffRecords(resourceOf(kind), parseDoc(before), parseDoc(after)))
      fields.set(found.field, {
        ...found,
        before: fields.get(found.field)?.before ?? found.before,
      });
  }
  return [...fields.values()].filter(({ before, after }) => !isSameJson(before, after));
}

function isSameJson(a: Json | null, b: Json | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
