import { jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { ruleSchema, RULE_NAMES, RULES } from '#contract/problems.ts';
import type { Checking, Problem, ProblemFilter } from '#contract/problems.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import type { Db } from '../../store/database.ts';
import { termsOf } from '../../record/normalizeForSearch.ts';
import { HiddenStore } from '../../store/hiddenStore.ts';
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
/** A problem with what only the core needs of it. */
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

/** The conditions of a filter; every value is bound. */
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

/** A page of problems as they are kept, and how many match. */
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

/** Every record with a problem that matches, once, the one with the gravest first: there is no end to a review. */
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

/** A page of problems as a person reads them. */
export function listProblems(
  { work, cache }: { readonly work: Db; readonly cache: Db },
  filter: Input<'problems.list'>,
): Output<'problems.list'> {
  const { total, rows } = findProblems(cache, filter);
  const hidden = new HiddenStore(work);
  const problems = rows.map((row): Problem => {
    const { rid, mark, params, ...rest } = row;
    const note = filter.hidden === true ? hidden.get(row) : null;
    return {
      ...rest,
      severity: RULES[row.rule].severity,
      changeable: rid < 0 || takesChanges(row),
      params: row.rule === 'near-name' ? withOther(cache, row.kind, params) : params,
      hidden: note?.mark === mark ? { reason: note.reason, at: note.at } : null,
    };
  });
  return { total, problems };
}

/** Tells whether the field of a problem can be changed after creation; the mirror knows the record, so it was created. */
function takesChanges({ kind, field }: Pick<ListedProblem, 'kind' | 'field'>): boolean {
  const [name = ''] = field.split(/[.[]/u);
  return resourceOf(kind).fields[name]?.update ?? false;
}

const otherRow = z.object({ otherKey: z.string().nullable(), otherName: z.string().nullable() });

/** The other record is named as it is called now, not as it was when the two were compared. */
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

/** How many problems of which rule and kind there are, and how complete the kinds are. */
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

/** How far a check of everything is; null when none is under way. */
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

/** How complete the given records are and what is wrong with them. */
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
