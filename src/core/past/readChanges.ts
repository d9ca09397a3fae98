import type { PullChange } from '#contract/past.ts';
import { pullEntry } from '#contract/past.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { nameOf } from '../outbox/draft.ts';
import type { ReadStores } from '../reader.ts';
import { parseDoc } from '../store/recordStore.ts';
import { differenceOf } from './difference.ts';
import { oneNumber } from '../store/cells.ts';

/** A pull as it is listed; the table has numbers where the answer has truth values. */
const truth = z.number().transform((value) => value === 1);
const pullRows = z.array(pullEntry.extend({ first: truth, complete: truth }));

const DEFAULT_LIMIT = 200;

/** The pulls of this workstation and what each brought, the newest first. */
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
  first: z.enum(['added', 'changed', 'removed']),
  before: z.string().nullable(),
  doc: z.string().nullable(),
  missing: z.number(),
});
const netRowList = netRow.array();
type NetRow = z.infer<typeof netRow>;

/**
 * One row a record: its state before the first change since then, and after the last one: what the next
 * change found, or what the mirror holds now. Added and gone again is nothing; a record that came back
 * counts as changed.
 */
const NET = `
  WITH span AS (
    SELECT kind, id, min(number) AS first, max(number) AS last, max(at) AS at FROM record_change c
    WHERE settled = 1 AND at >= coalesce(@since,
        (SELECT started_at FROM pull_log l WHERE l.kind = c.kind ORDER BY run DESC LIMIT 1), 0)
      AND (@until IS NULL OR at <= @until)
      AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds)))
    GROUP BY kind, id)
  SELECT s.kind, s.id, s.at, c.change AS first, c.before,
    coalesce((SELECT n.before FROM record_change n WHERE @until IS NOT NULL AND n.kind = s.kind
      AND n.id = s.id AND n.number > s.last AND n.before IS NOT NULL ORDER BY n.number LIMIT 1),
      r.doc) AS doc,
    CASE WHEN @until IS NULL THEN r.missing_since IS NOT NULL OR r.id IS NULL
      ELSE (SELECT l.change FROM record_change l WHERE l.number = s.last) = 'removed' END AS missing
  FROM span s JOIN record_change c ON c.number = s.first
    LEFT JOIN record r ON r.kind = s.kind AND r.id = s.id
  WHERE NOT (c.change = 'added' AND missing)
    AND (@change IS NULL OR @change =
      CASE WHEN missing THEN 'removed' WHEN c.change = 'added' THEN 'added' ELSE 'changed' END)`;

type Filter = Omit<Input<'pulls.changes'>, 'limit' | 'offset'>;

function valuesOf({ since, until, kinds, change }: Filter) {
  return {
    since,
    until: until ?? null,
    kinds: kinds === undefined ? null : JSON.stringify(kinds),
    change: change ?? null,
  };
}

/** What others changed since a time, field by field. */
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
    .prepare(`${NET} ORDER BY s.at DESC, s.kind, s.id LIMIT @limit OFFSET @offset`)
    .all({ ...values, limit, offset });
  return { total, since, changes: netRowList.parse(rows).map(changeOf) };
}

const placeList = netRow.pick({ kind: true, id: true }).array();

/** Every record that others added or changed since a time and that is still there, the last one first. */
export function changedSince(
  { cache }: Pick<ReadStores, 'cache'>,
  filter: Filter,
): z.infer<typeof placeList> {
  const rows = cache
    .prepare(`SELECT kind, id FROM (${NET}) WHERE NOT missing ORDER BY at DESC, kind, id`)
    .all(valuesOf(filter));
  return placeList.parse(rows);
}

function changeOf({ kind, id, at, first, before, doc, missing }: NetRow): PullChange {
  const resource = resourceOf(kind);
  const now = doc === null ? {} : parseDoc(doc);
  const change = missing === 1 ? 'removed' : first === 'added' ? 'added' : 'changed';
  const old = before === null ? {} : parseDoc(before);
  const fields = change === 'changed' ? [...differenceOf(resource, old, now)] : [];
  return { kind, id, ...nameOf(resource, doc === null ? old : now), change, at, fields };
}
