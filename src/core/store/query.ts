import { AppError, invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { isNumeric, readTyped } from '#contract/numbers.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Filter, Query } from '#contract/procedures.ts';
import { columnName, tablesOf } from './cacheSchema.ts';
import { normalizeForSearch, termsOf } from '#contract/normalizeForSearch.ts';
import { sortKey, withoutSortMarks } from '../record/sortKey.ts';

/** The complete indexes of a kind; a first load builds them at its end. */
export interface Ready {
  /** Whether lists can be sorted; until then rows are in the order of arrival. */
  readonly sorted: boolean;
  /** Whether the text index can be used; until then a search reads the texts. */
  readonly text: boolean;
}

/** A list query as SQL, with the same conditions for the page, its total and the matching rows. */
export interface SqlQuery {
  readonly page: string;
  readonly count: string;
  /** Selects the numbers of all matching rows, unordered; null if every row matches. */
  readonly matching: string | null;
  /** Like `matching`, for a range of row numbers, which are the last two values. */
  readonly matchingBetween: string | null;
  /** Selects the rows that the text index finds; null if the index is not used. */
  readonly indexed: Bound | null;
  /**
   * Selects the rows of a JSON list, the first value, that match all other conditions; null without
   * any.
   */
  readonly rest: Bound | null;
  /** Selects the numbers of all rows in the query's order. */
  readonly order: string;
  /** Selects the rows of a JSON list, the only value, in the query's order. */
  readonly someInOrder: string;
  /** Selects the matching rows of a JSON list, the first value, in the order of the list. */
  readonly among: string;
  /** Whether an index has this order, so that the first rows are read without sorting all. */
  readonly isOrderIndexed: boolean;
  readonly values: readonly (string | number)[];
}

/** A statement with its values. */
export interface Bound {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

interface Condition extends Bound {
  /** The same condition as a query of the text index alone. */
  readonly index?: string;
}

/**
 * Returns a list query as SQL.
 *
 * Every value is bound, and every name comes from the descriptor.
 */
export function sqlQuery(query: Query, select: string, ready: Ready): SqlQuery {
  const resource = resourceOf(query.kind);
  const { rows } = tablesOf(query.kind);
  const conditions = [
    ...searchConditions(resource, query.search ?? '', ready.text),
    ...(query.where ?? []).map((filter) => filterCondition(resource, filter)),
    ...pendingConditions(query.pending),
  ];
  const where =
    conditions.length > 0 ? ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '';
  const from = `FROM ${rows} l LEFT JOIN record r ON r.rid = l.rid`;
  const record = where.includes('r.doc') ? ' LEFT JOIN record r ON r.rid = l.rid' : '';
  const bare = `FROM ${rows} l${record}`;
  const by = order(resource, query, ready);
  const ordered = by.includes('r.doc') ? from : `FROM ${rows} l`;
  return {
    page: `SELECT ${select} ${`${select} ${by}`.includes('r.') ? from : bare}${where} ORDER BY ${by}`,
    count: `SELECT count(*) ${bare}${where}`,
    matching: conditions.length === 0 ? null : matchingSql(conditions, bare, ''),
    matchingBetween:
      conditions.length === 0 ? null : matchingSql(conditions, bare, ' AND rid BETWEEN ? AND ?'),
    ...inTwo(conditions, rows, record),
    order: `SELECT l.rid ${ordered} ORDER BY ${by}`,
    someInOrder: `SELECT l.rid ${ordered} WHERE l.rid IN (SELECT value FROM json_each(?)) ORDER BY ${by}`,
    among: `SELECT l.rid FROM json_each(?) j CROSS JOIN ${rows} l ON l.rid = j.value${record}${where} ORDER BY j.key`,
    isOrderIndexed:
      ready.sorted && resource.fields[sortField(resource, query)]?.column?.index === true,
    values: conditions.flatMap(({ values }) => values),
  };
}

/**
 * Splits the conditions into one for the text index and a query for the others.
 *
 * The index finds all its rows at once, and only those are checked for the other conditions.
 */
function inTwo(
  conditions: readonly Condition[],
  rows: string,
  record: string,
): Pick<SqlQuery, 'indexed' | 'rest'> {
  const found = conditions.find(({ index }) => index !== undefined);
  const others = conditions.filter((each) => each !== found);
  const where = others.map(({ sql }) => sql).join(' AND ');
  const sql = `SELECT l.rid FROM json_each(?) j CROSS JOIN ${rows} l ON l.rid = j.value${record} WHERE ${where}`;
  return {
    indexed: found?.index === undefined ? null : { sql: found.index, values: found.values },
    rest: others.length === 0 ? null : { sql, values: others.flatMap(({ values }) => values) },
  };
}

/**
 * Returns the SQL for matching rows.
 *
 * A search without other conditions reads only the text index, not the rows.
 */
function matchingSql(conditions: readonly Condition[], bare: string, more: string): string {
  const [only, ...others] = conditions;
  if (others.length === 0 && only?.index !== undefined)
    return `${only.index}${more.replace('rid', 'rowid')}`;
  return `SELECT l.rid ${bare} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}${more.replace('rid', 'l.rid')}`;
}

function searchConditions(resource: Resource, search: string, indexed: boolean): Condition[] {
  const { find } = tablesOf(resource.kind);
  const terms = termsOf(search);
  const isLong = (term: string) =>
    indexed && Array.from(term).length >= GRAM && !term.includes('\u0000');
  const long = terms.filter(isLong);
  const index = `SELECT rowid FROM ${find} WHERE ${find} MATCH ?`;
  const phrases = long.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
  return [
    ...(long.length > 0 ? [{ sql: `l.rid IN (${index})`, index, values: [phrases] }] : []),
    ...terms
      .filter((term) => !isLong(term))
      .map((term) => ({ sql: 'instr(l.folded, ?) > 0', values: [term] })),
  ];
}

/** The shortest term that the text index can find, in letters. */
const GRAM = 3;

const COMPARE = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function filterCondition(resource: Resource, filter: Filter): Condition {
  const { field, expression } = fieldExpression(resource, filter.field);
  switch (filter.op) {
    case 'empty':
      return { sql: `coalesce(${expression}, '') = ''`, values: [] };
    case 'filled':
      return { sql: `coalesce(${expression}, '') <> ''`, values: [] };
    case 'contains':
      return {
        sql: `instr(${withoutSortMarks(`coalesce(${expression}, '')`)}, ?) > 0`,
        values: [normalizeForSearch(filter.value)],
      };
    case 'is':
      return { sql: `${expression} = ?`, values: [comparable(field, filter)] };
    case 'not':
      return { sql: `${expression} IS NOT ?`, values: [comparable(field, filter)] };
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte': {
      // SQLite sorts a text after every number, but a text is no amount.
      const isAmount = isNumeric(field);
      const sql = `${expression} ${COMPARE[filter.op]} ?${isAmount ? ` AND ${expression} < ''` : ''}`;
      return { sql, values: [comparable(field, filter)] };
    }
    default:
      throw new AppError('internal', `no such operator: ${String(filter.op)}`);
  }
}

function fieldExpression(resource: Resource, path: string): { field: Field; expression: string } {
  const [name = '', part, ...rest] = path.split('.');
  const whole = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  const field = part === undefined ? whole : whole?.parts?.[part];
  if (whole === undefined || field === undefined || rest.length > 0)
    throw invalid([
      {
        place: path,
        value: JSON.stringify(path),
        ...expecting('oneOf', { list: Object.keys(resource.fields).join(', ') }),
      },
    ]);
  if (part === undefined && whole.column !== undefined)
    return { field, expression: `l.${columnName(name)}` };
  const json = `coalesce(l.merged, r.doc) ->> '$.${name}${part === undefined ? '' : `.${part}`}'`;
  return { field: { ...field, type: 'longText' }, expression: `sort_key(${json})` };
}

function comparable(field: Field, filter: Filter): string | number {
  if (field.type === 'flag') return filter.value === 'true' ? 1 : 0;
  if (!isNumeric(field)) return sortKey(filter.value);
  const read = readTyped(filter.value, '.', field.unit);
  if ('fault' in read)
    throw invalid([{ place: filter.field, value: JSON.stringify(filter.value), ...read.fault }]);
  return Number(read.decimal);
}

const ATTENTION = "('refused', 'conflict', 'unknown')";

function pendingConditions(pending: Query['pending']): Condition[] {
  if (pending === undefined) return [];
  const sql = pending === 'any' ? 'l.pending IS NOT NULL' : `l.pending IN ${ATTENTION}`;
  return [{ sql, values: [] }];
}

function sortField(resource: Resource, query: Query): string {
  return query.sort?.field ?? resource.key ?? resource.title;
}

function order(resource: Resource, query: Query, ready: Ready): string {
  // Without its index, a list of many thousands of rows would be sorted again for every page.
  if (!ready.sorted) return 'l.rid';
  const name = sortField(resource, query);
  const direction = query.sort?.descending === true ? 'DESC' : 'ASC';
  const { expression } = fieldExpression(resource, name);
  return `${expression} ${direction}, l.rid ${direction}`;
}
