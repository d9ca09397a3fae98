import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { transact } from '../../store/database.ts';
import type { Db } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import { countedUpTo, forgetCounted, isLogFull, noteCounted } from '../../store/learnedSchema.ts';
import { firstRows } from '../../store/firstRows.ts';
import { parseDoc } from '../../store/recordStore.ts';
import { readPairs, readPlaces, writePairs, writePlaces } from './learnedStore.ts';
import { mirrorOf } from '../../workspace/mirror.ts';
import { Pairs } from './pairs.ts';
import { Shape } from './shape.ts';

/** Records that are counted in one step of a few milliseconds. */
const STEP = 200;

interface Counts {
  readonly shape: Shape;
  readonly pairs: Pairs;
}

interface State {
  readonly kinds: ReadonlyMap<Kind, Counts>;
  /** The number of the last counted record. */
  upTo: number;
  /** The number in the database; null until a complete count is stored. */
  stored: number | null;
  /** The service whose records are counted. */
  readonly service: string | null;
}

const source = z.object({ rid: z.number(), kind: kindSchema, doc: z.string() });
const logged = z.object({
  number: z.number(),
  rid: z.number(),
  kind: kindSchema,
  before: z.string().nullable(),
  now: z.string().nullable(),
});
type Logged = z.infer<typeof logged>;

/**
 * Counts the records of the mirror, and keeps the counts up.
 *
 * Records are counted in the order of their numbers, in steps. The counts stay in memory and are
 * stored when every record is counted; a kill before that only repeats the count. A changed record
 * is taken away in the version that was counted, and added in the present one.
 */
export class Learner {
  readonly #db;
  #state: State | null = null;

  constructor(cache: Db) {
    this.#db = cache;
  }

  /** Counts the next records; returns how many, or null when all are counted. */
  step(): number | null {
    if (isLogFull(this.#db)) this.#begin();
    const state = this.#current();
    const changes = this.#changes();
    if (changes.length > 0) return this.#apply(state, changes);
    const { first: records, isCut } = this.#after(state.upTo);
    for (const record of records) change(state, record, null, record.doc);
    state.upTo = records.at(-1)?.rid ?? state.upTo;
    if (isCut || records.length === STEP) return records.length;
    if (state.stored === state.upTo) return null;
    transact(this.#db, () => this.#store(state));
    return records.length;
  }

  /** Returns the counts, unless the mirror was emptied for another service; then new ones. */
  #current(): State {
    const stored = countedUpTo(this.#db);
    const service = mirrorOf({ cache: this.#db });
    const state = this.#state;
    if (state !== null && state.stored === stored && state.service === service) return state;
    return stored === null ? this.#begin() : this.#load(stored);
  }

  #load(upTo: number): State {
    const kinds = new Map(KINDS.map((kind) => [kind, this.#countsOf(kind)]));
    const service = mirrorOf({ cache: this.#db });
    this.#state = { kinds, upTo, stored: upTo, service };
    return this.#state;
  }

  #countsOf(kind: Kind): Counts {
    const { root, places } = readPlaces(this.#db, kind);
    const resource = resourceOf(kind);
    const shape = new Shape(namedKeys(kind), root, Math.max(1, places.length));
    return { shape, pairs: new Pairs(resource, readPairs(this.#db, kind)) };
  }

  /** Begins a complete count. Earlier changes need not be known. */
  #begin(): State {
    transact(this.#db, () => forgetCounted(this.#db));
    const kinds = KINDS.map((kind): [Kind, Counts] => [
      kind,
      { shape: new Shape(namedKeys(kind)), pairs: new Pairs(resourceOf(kind)) },
    ]);
    const service = mirrorOf({ cache: this.#db });
    this.#state = { kinds: new Map(kinds), upTo: 0, stored: null, service };
    return this.#state;
  }

  #changes() {
    const sql = `SELECT c.number, c.rid, c.kind, c.before,
        CASE WHEN r.missing_since IS NULL THEN r.doc END AS now
      FROM learned_change c LEFT JOIN record r ON r.rid = c.rid ORDER BY c.number LIMIT ${STEP}`;
    const rows = prepared(this.#db, sql).iterate();
    const lettersOf = ({ before, now }: Logged) => (before?.length ?? 0) + (now?.length ?? 0);
    return firstRows(rows, (row) => logged.parse(row), lettersOf).first;
  }

  #after(upTo: number) {
    const sql = `SELECT rid, kind, doc FROM record WHERE rid > ? AND missing_since IS NULL
      ORDER BY rid LIMIT ${STEP}`;
    const rows = prepared(this.#db, sql).iterate(upTo);
    return firstRows(
      rows,
      (row) => source.parse(row),
      ({ doc }) => doc.length,
    );
  }

  #apply(state: State, changes: readonly Logged[]): number {
    const seen = new Set<number>();
    transact(this.#db, () => {
      for (const { rid, kind, before, now } of changes) {
        // A record after the last counted one will be counted as it is then. Of several changes of
        // one record, the first has the counted version.
        if (rid > state.upTo || seen.has(rid)) continue;
        seen.add(rid);
        change(state, { rid, kind }, before, now);
      }
      prepared(this.#db, 'DELETE FROM learned_change WHERE number <= ?').run(
        changes.at(-1)?.number ?? 0,
      );
      if (state.stored !== null) this.#store(state);
    });
    return changes.length;
  }

  #store(state: State): void {
    for (const [kind, { shape, pairs }] of state.kinds) {
      writePlaces(this.#db, kind, shape.root, state.stored === null || shape.isReshaped);
      shape.isReshaped = false;
      writePairs(this.#db, kind, pairs.pairs);
    }
    noteCounted(this.#db, state.upTo);
    state.stored = state.upTo;
  }
}

/**
 * Records up to this number are all counted for pairs; of later ones, every sixteenth.
 *
 * Pairs only order suggestions, so a sample is enough.
 */
const ALL_PAIRED = 5_000;
const PAIRED_STEP = 16;

interface Numbered {
  readonly rid: number;
  readonly kind: Kind;
}

/** Counts the change of a record between two versions; null where it is not in the lists. */
function change(
  { kinds }: State,
  { rid, kind }: Numbered,
  before: string | null,
  now: string | null,
): void {
  const counts = kinds.get(kind);
  if (counts === undefined) return;
  const isPaired = rid <= ALL_PAIRED || rid % PAIRED_STEP === 0;
  const counters = isPaired ? [counts.shape, counts.pairs] : [counts.shape];
  const [old, next] = [
    before === null ? null : parseDoc(before),
    now === null ? null : parseDoc(now),
  ];
  for (const counter of counters)
    if (old !== null && next !== null) counter.replace(old, next);
    else if (old !== null) counter.count(old, -1);
    else if (next !== null) counter.count(next, 1);
}

/** Returns whether a key of the service's records belongs to a field of the descriptor. */
function namedKeys(kind: Kind): (key: string) => boolean {
  const fields = Object.entries(resourceOf(kind).fields);
  const names = new Set(fields.flatMap(([name, field]) => field.readAs ?? [name]));
  return (key) => names.has(key);
}
