import type { JsonObject } from '#contract/json.ts';
import type { Rule } from '#contract/problems.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import type { Db } from '../../store/database.ts';
import { ruleOfTarget } from './rules/references.ts';
import { oneNumber } from '../../store/cells.ts';
import { withStablePlan } from '../../store/prepared.ts';

/** The properties by which records are compared. */
export type GroupName = 'code' | 'name' | 'price' | 'status' | 'ref';

/**
 * A group: records of a kind with one value.
 *
 * For `ref`, the records that refer to a record of that kind.
 */
export interface Group {
  readonly name: GroupName;
  readonly kind: Kind;
  readonly value: string;
}

/** A finding in one record of a group. */
export interface Located {
  readonly kind: Kind;
  readonly rid: number;
  readonly id: string;
  readonly rule: Rule;
  readonly field: string;
  readonly params: JsonObject;
  readonly mark: string;
}

const member = z.object({ rid: z.number(), id: z.string() });
const memberList = member.array();
const pricedMember = z.object({ rid: z.number(), id: z.string(), price: z.number() });
const pricedMemberList = pricedMember.array();
const referrer = z.object({
  kind: kindSchema,
  rid: z.number(),
  id: z.string(),
  field: z.string(),
});
const referrerList = referrer.array();
const statusCounts = z.array(z.object({ status: z.string(), n: z.number() }));
const candidates = z.array(
  z.object({
    name: z.enum(['code', 'name', 'price', 'status', 'ref']),
    kind: kindSchema,
    value: z.string(),
  }),
);
/** Local records have negative row numbers and are newer than all others. */
const OLDEST_FIRST = 'ORDER BY rid < 0, abs(rid)';
const NAMED = 20;
/** Fewer prices do not show a usual range. */
const LEAST_PRICES = 8;
/** A misplaced decimal point is off by ten; correct prices of one group rarely are. */
const FACTOR = 8;
const FENCE = 3;
/**
 * A status with at most this many records is probably a mistake; a small catalogue has too few
 * records to tell.
 */
const RARE = 2;
const RARE_SHARE = 0.001;
const LEAST_RECORDS = 20;
/** A kind with more statuses has no usual ones. */
const MOST_STATUSES = 1_000;

/**
 * Compares the records of a group.
 *
 * The result depends only on the group's rows and the statuses.
 */
export class GroupChecks {
  readonly #db;
  readonly #statements;

  constructor(db: Db) {
    this.#db = db;
    this.#statements = prepare(db);
  }

  find(group: Group): readonly Located[] {
    switch (group.name) {
      case 'code':
        return this.#sameCode(group);
      case 'name':
        return this.#nearName(group);
      case 'price':
        return this.#outliers(group);
      case 'status':
        return this.#rareStatus(group);
      case 'ref':
        return this.#unknown(group);
      default:
        return [];
    }
  }

  /** Returns every group that may have a finding. */
  candidates(): readonly Group[] {
    return candidates.parse(this.#db.prepare(CANDIDATES).all());
  }

  #sameCode({ kind, value }: Group): Located[] {
    const members = memberList.parse(this.#statements.code.all(kind, value));
    const first = members[0]?.id ?? '';
    const field = resourceOf(kind).key ?? '';
    // Enough to name others for each: thousands of records may have one code.
    const some = members.slice(0, NAMED + 1);
    return members.slice(1).map(({ rid, id }) => {
      const others = some.filter((each) => each.id !== id).slice(0, NAMED);
      const params = { code: value, first, others: others.map((each) => each.id) };
      return { kind, rid, id, rule: 'same-code', field, params, mark: value };
    });
  }

  #nearName({ kind, value }: Group): Located[] {
    const [first, ...later] = memberList.parse(this.#statements.name.all(kind, value));
    if (first === undefined) return [];
    return later.map(({ rid, id }) => ({
      kind,
      rid,
      id,
      rule: 'near-name',
      field: resourceOf(kind).title,
      params: { name: value, other: first.id },
      mark: value,
    }));
  }

  #outliers({ kind, value }: Group): Located[] {
    const { prices, priceAt, outside } = this.#statements;
    const size = oneNumber.parse(prices.get(kind, value));
    if (size < LEAST_PRICES) return [];
    const at = (share: number) =>
      oneNumber.parse(priceAt.get(kind, value, Math.floor((size - 1) * share)));
    const [low, high, median] = fences(at(0.25), at(0.5), at(0.75));
    const found = pricedMemberList.parse(outside.all({ kind, value, low, high }));
    return found.map(({ rid, id, price }) => ({
      kind,
      rid,
      id,
      rule: 'price-outlier',
      field: 'price',
      params: { value: price, low: rounded(low), high: rounded(high), median, group: value, size },
      mark: String(price),
    }));
  }

  #rareStatus({ kind, value }: Group): Located[] {
    const known = this.knownStatuses(kind);
    if (known === null || known.includes(value)) return [];
    const members = memberList.parse(this.#statements.status.all(kind, value));
    return members.map(({ rid, id }) => ({
      kind,
      rid,
      id,
      rule: 'unknown-status',
      field: 'status',
      params: { value, known: [...known] },
      mark: value,
    }));
  }

  /** Returns the usual statuses of a kind; null with too few records or too many statuses. */
  knownStatuses(kind: Kind): readonly string[] | null {
    // Asked for every status, so a foreign catalogue with one for each record is not read each time.
    if (oneNumber.parse(this.#statements.distinct.get(kind)) > MOST_STATUSES) return null;
    const rows = statusCounts.parse(this.#statements.statuses.all(kind));
    const total = rows.reduce((sum, { n }) => sum + n, 0);
    if (total < LEAST_RECORDS) return null;
    const rare = Math.max(RARE, total * RARE_SHARE);
    return rows.filter(({ n }) => n > rare).map(({ status }) => status);
  }

  /** Returns every status of a kind, usual or not. */
  statuses(kind: Kind): readonly string[] {
    return statusCounts.parse(this.#statements.statuses.all(kind)).map(({ status }) => status);
  }

  #unknown({ kind, value }: Group): Located[] {
    const rule = ruleOfTarget(kind);
    if (rule === null || this.#statements.holder.get({ kind, value }) !== undefined) return [];
    const users = referrerList.parse(this.#statements.users.all(kind, value));
    return users.map((user) => ({
      ...user,
      rule,
      params: { code: value, place: user.field },
      mark: value,
    }));
  }
}

/**
 * Returns Tukey's outer fences on a logarithmic scale.
 *
 * They are at least a factor of `FACTOR` from the median.
 */
function fences(q1: number, median: number, q3: number): readonly [number, number, number] {
  const spread = Math.log(q3) - Math.log(q1);
  const low = Math.min(q1 * Math.exp(-FENCE * spread), median / FACTOR);
  const high = Math.max(q3 * Math.exp(FENCE * spread), median * FACTOR);
  return [low, high, median];
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

// Sorted by the records with findings, so that neighbouring rows are written together.
const CANDIDATES = `
  SELECT 'code' AS name, kind, code AS value, max(rid) AS place
    FROM problem_row WHERE code IS NOT NULL GROUP BY kind, code HAVING count(*) > 1
  UNION ALL SELECT 'name', kind, name, max(rid) FROM problem_row WHERE name IS NOT NULL
    GROUP BY kind, name HAVING count(*) > 1
  UNION ALL SELECT 'price', kind, price_group, 0 FROM problem_row WHERE price_group IS NOT NULL
    GROUP BY kind, price_group HAVING count(*) >= ${LEAST_PRICES}
  UNION ALL SELECT 'status', kind, status, 0 FROM problem_status
  UNION ALL SELECT 'ref', target, code, max(rid) FROM problem_ref r
    WHERE target <> 'file'
      AND NOT EXISTS (SELECT 1 FROM problem_row h WHERE h.kind = r.target AND h.code = r.code)
      AND NOT EXISTS (SELECT 1 FROM problem_row h WHERE h.kind = r.target AND h.id = r.code)
    GROUP BY target, code
  ORDER BY place`;

/** Everything that decides which records of a group have a finding. */
export const GROUP_FACTS = {
  CANDIDATES,
  LEAST_PRICES,
  FACTOR,
  FENCE,
  RARE,
  RARE_SHARE,
  LEAST_RECORDS,
  MOST_STATUSES,
} as const;

function prepare(db: Db) {
  const made = (sql: string) => db.prepare(withStablePlan(sql));
  return {
    code: made(`SELECT rid, id FROM problem_row WHERE kind = ? AND code = ? ${OLDEST_FIRST}`),
    name: made(`SELECT rid, id FROM problem_row WHERE kind = ? AND name = ? ${OLDEST_FIRST}`),
    status: made('SELECT rid, id FROM problem_row WHERE kind = ? AND status = ?'),
    statuses: made(
      'SELECT status, n FROM problem_status WHERE kind = ? AND n > 0 ORDER BY n DESC, status',
    ),
    distinct: made(
      `SELECT count(*) FROM (SELECT 1 FROM problem_status WHERE kind = ? AND n > 0 LIMIT ${MOST_STATUSES + 1})`,
    ).pluck(),
    prices: made('SELECT count(*) FROM problem_row WHERE kind = ? AND price_group = ?').pluck(),
    priceAt: made(
      'SELECT price FROM problem_row WHERE kind = ? AND price_group = ? ORDER BY price LIMIT 1 OFFSET ?',
    ).pluck(),
    outside: made(
      `SELECT rid, id, price FROM problem_row WHERE kind = @kind AND price_group = @value AND price < @low
       UNION ALL
       SELECT rid, id, price FROM problem_row WHERE kind = @kind AND price_group = @value AND price > @high`,
    ),
    holder: made(
      `SELECT 1 FROM problem_row WHERE kind = @kind AND code = @value
       UNION ALL SELECT 1 FROM problem_row WHERE kind = @kind AND id = @value LIMIT 1`,
    ),
    users: made(
      `SELECT r.kind, r.rid, w.id, r.field FROM problem_ref r JOIN problem_row w ON w.rid = r.rid
       WHERE r.target = ? AND r.code = ?`,
    ),
  };
}
