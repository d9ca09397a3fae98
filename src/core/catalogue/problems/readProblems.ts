import { jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { ruleSchema, RULE_NAMES, RULES } from '#contract/problems.ts';
import type { Checking, Problem, ProblemFilter } from '#contract/problems.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import type { Db } from '../../store/database.ts';
import { termsOf } from '#contract/normalizeForSearch.ts';
import { HiddenStore } from '../../store/hiddenStore.ts';
import { learnedResource } from '../../store/learnedResource.ts';
import type { LearnedStores } from '../../store/learnedResource.ts';
import { RUN_NOTE, runSchema } from './runNote.ts';
import { jsonText, oneNumber } from '../../store/cells.ts';
import { noteOf } from '../../store/notes.ts';

const flag = z.number().transform((value) => value === 1);
const listRow = z.object({
  kind: kindSchema,
  id: z.string(),
  rid: z.number(),
  rule: ruleSchema,
  field: z.string(),
  params: jsonText(jsonObject),
  mark: z.string(),
  fixable: flag,
  key: z.string().nullable(),
  pending: z.string().nullable(),
  title: z.string(),
});
const listRowList = listRow.array();
/** A problem with additional data for the core. */
export type ListedProblem = z.infer<typeof listRow>;

const ALIASES = KINDS.map((kind, index) => ({ kind, name: `l${index}` }));
const JOINS = ALIASES.map(
  ({ kind, name }) =>
    `LEFT JOIN ${tablesOf(kind).rows} ${name} ON p.kind = '${kind}' AND ${name}.rid = p.rid`,
).join(' ');
const column = (of: string) => `coalesce(${ALIASES.map(({ name }) => `${name}.${of}`).join(', ')})`;
const TITLE = `coalesce(${ALIASES.map(
  ({ kind, name }) => `${name}.fields ->> '$.${resourceOf(kind).title}'`,
).join(', ')}, w.id)`;
const FROM = `FROM problem p JOIN problem_row w ON w.rid = p.rid`;
const ORDERS = {
  severity: 'p.ord, p.kind, p.rid',
  rule: 'p.rule, p.kind, p.rid',
  record: 'p.kind, p.rid, p.ord',
} as const;
const DEFAULT_LIMIT = 200;

interface Where {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** Returns the SQL conditions of a filter; every value is bound. */
export function whereOf(filter: ProblemFilter): Where {
  const rules = RULE_NAMES.filter(
    (rule) =>
      (filter.rules?.includes(rule) ?? true) &&
      (filter.severities?.includes(RULES[rule].severity) ?? true),
  );
  const parts: Where[] = [{ sql: 'p.hidden = ?', values: [filter.hidden === true ? 1 : 0] }];
  if (rules.length < RULE_NAMES.length) parts.push(among('p.rule', rules));
  if (filter.kinds !== undefined) parts.push(among('p.kind', filter.kinds));
  if (filter.fixable !== undefined)
    parts.push({ sql: 'p.fixable = ?', values: [filter.fixable ? 1 : 0] });
  if (filter.record !== undefined)
    parts.push({ sql: 'p.kind = ? AND w.id = ?', values: [filter.record.kind, filter.record.id] });
  for (const term of termsOf(filter.search ?? ''))
    parts.push({
      sql: `(instr(${column('folded')}, ?) > 0 OR instr(lower(${column('key')}), ?) > 0 OR instr(lower(w.id), ?) > 0)`,
      values: [term, term, term],
    });
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

function among(name: string, values: readonly string[]): Where {
  return {
    sql: `${name} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(values)],
  };
}

/** Returns a page of stored problems and the total. */
export function findProblems(
  cache: Db,
  filter: Input<'problems.list'>,
): { readonly total: number; readonly rows: readonly ListedProblem[] } {
  const { sql, values } = whereOf(filter);
  const joins = sql.includes('l0.') ? JOINS : '';
  const total = oneNumber.parse(
    cache
      .prepare(`SELECT count(*) ${FROM} ${joins} WHERE ${sql}`)
      .pluck()
      .get(...values),
  );
  const page = cache
    .prepare(
      `SELECT p.kind, w.id, p.rid, p.rule, p.field, p.params, p.mark, p.fixable,
         ${column('key')} AS key, ${column('pending')} AS pending, ${TITLE} AS title
       ${FROM} ${JOINS} WHERE ${sql} ORDER BY ${ORDERS[filter.sort ?? 'severity']} LIMIT ? OFFSET ?`,
    )
    .all(...values, filter.limit ?? DEFAULT_LIMIT, filter.offset ?? 0);
  return { total, rows: listRowList.parse(page) };
}

const placeRowList = listRow.pick({ kind: true, id: true, key: true, title: true }).array();

/**
 * Returns every record with a matching problem, the most severe first.
 *
 * Each record is returned once. There is no limit, because a review takes all of them.
 */
export function findRecords(cache: Db, filter: ProblemFilter): z.infer<typeof placeRowList> {
  const { sql, values } = whereOf(filter);
  const rows = cache
    .prepare(
      `SELECT p.kind, w.id, ${column('key')} AS key, ${TITLE} AS title ${FROM} ${JOINS} WHERE ${sql}
       GROUP BY p.rid ORDER BY min(p.ord), p.kind, p.rid`,
    )
    .all(...values);
  return placeRowList.parse(rows);
}

/** Returns a page of problems for display. */
export function listProblems(
  stores: LearnedStores & { readonly work: Db; readonly cache: Db },
  filter: Input<'problems.list'>,
): Output<'problems.list'> {
  const { work, cache } = stores;
  const { total, rows } = findProblems(cache, filter);
  const hidden = new HiddenStore(work);
  const learned = new Map(KINDS.map((kind) => [kind, learnedResource(stores, kind)]));
  const problems = rows.map((row): Problem => {
    const { rid, mark, params, ...rest } = row;
    const note = filter.hidden === true ? hidden.get(row) : null;
    return {
      ...rest,
      severity: RULES[row.rule].severity,
      changeable: rid < 0 || takesChanges(learned, row),
      params: row.rule === 'near-name' ? withOther(cache, row.kind, params) : params,
      hidden: note?.mark === mark ? { reason: note.reason, at: note.at } : null,
    };
  });
  return { total, problems };
}

/**
 * Returns whether a problem's field can be changed after creation.
 *
 * The record is in the mirror, so it was created already.
 */
function takesChanges(
  learned: ReadonlyMap<Kind, Resource>,
  { kind, field }: Pick<ListedProblem, 'kind' | 'field'>,
): boolean {
  const [name = ''] = field.split(/[.[]/u);
  return learned.get(kind)?.fields[name]?.update ?? false;
}

const otherRow = z.object({ otherKey: z.string().nullable(), otherName: z.string().nullable() });

/** Returns the parameters with the other record's present code and name. */
function withOther(cache: Db, kind: Kind, params: JsonObject): JsonObject {
  const { title } = resourceOf(kind);
  const row = cache
    .prepare(
      `SELECT key AS otherKey, fields ->> '$.${title}' AS otherName FROM ${tablesOf(kind).rows} WHERE id = ?`,
    )
    .get(params['other'] ?? '');
  return row === undefined ? params : { ...params, ...otherRow.parse(row) };
}

const countRow = z.object({
  rule: ruleSchema,
  kind: kindSchema,
  count: z.number(),
  hidden: z.number(),
  fixable: z.number(),
});
const countRowList = countRow.array();
const shareRow = z.object({
  kind: kindSchema,
  filled: z.number(),
  wanted: z.number(),
  records: z.number(),
});
const shareRowList = shareRow.array();

const fileCounts = z.object({ held: z.number(), missing: z.number() });

/** Returns the number of problems per rule and kind, and the completeness. */
export function countProblems(cache: Db): Output<'problems.counts'> {
  const counts = countRowList.parse(
    cache
      .prepare(
        `SELECT rule, kind, sum(hidden = 0) AS count, sum(hidden) AS hidden,
           sum(hidden = 0 AND fixable) AS fixable FROM problem GROUP BY rule, kind`,
      )
      .all(),
  );
  const completeness = shareRowList.parse(
    cache
      .prepare(
        `SELECT kind, sum(filled) AS filled, sum(wanted) AS wanted, count(*) AS records
         FROM problem_row GROUP BY kind`,
      )
      .all(),
  );
  const files = fileCounts.parse(
    cache
      .prepare(
        `SELECT coalesce(sum(missing_since IS NULL), 0) AS held,
             coalesce(sum(missing_since IS NOT NULL), 0) AS missing FROM file_state`,
      )
      .get(),
  );
  const order = (rule: (typeof RULE_NAMES)[number]) => RULE_NAMES.indexOf(rule);
  return {
    counts: counts
      .map((row) => ({ ...row, severity: RULES[row.rule].severity }))
      .toSorted((a, b) => order(a.rule) - order(b.rule)),
    completeness,
    checking: readChecking(cache),
    files,
  };
}

/** Returns the progress of a complete check; null when none is running. */
export function readChecking(cache: Db): Checking {
  const note = noteOf(cache, RUN_NOTE);
  if (note === null) return null;
  const { done, total } = runSchema.parse(JSON.parse(note));
  return { done, total };
}

const recordRow = z.object({
  id: z.string(),
  filled: z.number(),
  wanted: z.number(),
  problems: z.number(),
  worst: z.number().nullable(),
});
const recordRowList = recordRow.array();

/** Returns the completeness and the problems of the given records. */
export function problemsOfRecords(
  cache: Db,
  { kind, ids }: Input<'problems.ofRecords'>,
): Output<'problems.ofRecords'> {
  const rows = cache
    .prepare(
      `SELECT w.id, w.filled, w.wanted,
         (SELECT count(*) FROM problem p WHERE p.rid = w.rid AND p.hidden = 0) AS problems,
         (SELECT min(ord) FROM problem p WHERE p.rid = w.rid AND p.hidden = 0) AS worst
       FROM problem_row w WHERE w.kind = ? AND w.id IN (SELECT value FROM json_each(?))`,
    )
    .all(kind, JSON.stringify(ids));
  const records = recordRowList.parse(rows).map(({ worst, ...row }) => {
    const rule = worst === null ? undefined : RULE_NAMES[worst];
    return { ...row, worst: rule === undefined ? null : RULES[rule].severity };
  });
  return { records };
}
