import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { maybeText, numberOrNull } from './cells.ts';

const assetRow = z.object({
  path: z.string(),
  state: z.enum(['wanted', 'here', 'missing', 'refused']),
  rank: z.number(),
  sha256: z.string().nullable(),
  bytes: z.number(),
  tries: z.number(),
  nextAt: z.number(),
  wantedAt: z.number(),
});
/** A path of the service, and what became of fetching it. */
export type Asset = z.infer<typeof assetRow>;

const ASSET =
  'SELECT path, state, rank, sha256, bytes, tries, next_at AS nextAt, wanted_at AS wantedAt FROM asset';
const texts = z.array(z.string());
/** Looked at again within so long, a path is left to its time. */
const LATELY_MS = 3_600_000;
/** Nothing is put off for as long as this: what seems to be was put off while the clock was ahead. */
const LONGEST_MS = 8 * 86_400_000;
/** The clock moves by as much as this without anybody setting it; waits are not made right for less. */
const SLACK_MS = 60_000;
const CLOCK = 'clock';
const collectedKey = (kind: Kind) => `collected/${kind}`;
const hashRow = assetRow.pick({ path: true }).extend({ sha256: z.string() });

/** Keeps which paths of the service are here, wanted or missing, and when each was last used. */
export class AssetStore {
  readonly #db;
  readonly #get;
  constructor(db: Db) {
    this.#db = db;
    this.#get = db.prepare(`${ASSET} WHERE path = ?`);
  }

  get(path: string): Asset | null {
    const row = this.#get.get(path);
    return row === undefined ? null : assetRow.parse(row);
  }

  /** Takes a path up if it is new; a lower rank is fetched earlier. */
  add(path: string, rank: number): void {
    prepared(
      this.#db,
      "INSERT OR IGNORE INTO asset(path, state, rank) VALUES (?, 'wanted', ?)",
    ).run(path, rank);
  }

  /**
   * Somebody looks at it now: it comes first, and is the last to be given up. Put off while nobody
   * looked, as where it was too large for the room left, it is tried again.
   */
  want(path: string, now: number): void {
    prepared(
      this.#db,
      `UPDATE asset SET wanted_at = $now, used_at = $now,
         next_at = CASE WHEN state = 'wanted' AND wanted_at < $lately THEN 0 ELSE next_at END
       WHERE path = $path`,
    ).run({ path, now, lately: now - LATELY_MS });
  }

  /** The next path to fetch: what somebody looks at, then pictures, then models. */
  due(now: number, seenAfter: number, except: ReadonlySet<string>): Asset | null {
    const rows = this.#db
      .prepare(
        `${ASSET} WHERE state IN ('wanted', 'missing') AND wanted_at >= ? AND NOT next_at BETWEEN ? AND ?
         ORDER BY wanted_at DESC, rank, path LIMIT ?`,
      )
      .all(seenAfter, now + 1, now + LONGEST_MS, except.size + 1);
    return rows.map((row) => assetRow.parse(row)).find(({ path }) => !except.has(path)) ?? null;
  }

  /** When the next path that must wait is due; null when none waits. */
  nextAt(now: number): number | null {
    const at = prepared(
      this.#db,
      `SELECT min(next_at) FROM asset
       WHERE state IN ('wanted', 'missing') AND next_at > 0 AND next_at > ?`,
    )
      .pluck()
      .get(now);
    return numberOrNull.parse(at);
  }

  /**
   * Notes the time, and tells whether the clock was set back since it was noted last: what waits then waits for as
   * long as was meant, and nothing was looked at later than now.
   */
  followClock(now: number): boolean {
    return this.#db.transaction(() => {
      const seen = this.#clockSeen();
      const back = seen === null ? 0 : seen - now;
      if (back > 0 && back <= SLACK_MS) return false;
      if (seen === null || back > 0) this.#setBack(now, Math.max(0, back));
      prepared(this.#db, 'INSERT OR REPLACE INTO mark(key, value) VALUES (?, ?)').run(
        CLOCK,
        String(now),
      );
      return back > 0;
    })();
  }

  #clockSeen(): number | null {
    const value = prepared(this.#db, 'SELECT value FROM mark WHERE key = ?').pluck().get(CLOCK);
    const seen = Number(maybeText.parse(value) ?? NaN);
    return Number.isNaN(seen) ? null : seen;
  }

  #setBack(now: number, by: number): void {
    this.#db
      .prepare(
        `UPDATE asset SET wanted_at = min(wanted_at, @now), used_at = min(used_at, @now),
           next_at = CASE WHEN next_at > @now THEN max(0, next_at - @by) ELSE next_at END
         WHERE wanted_at > @now OR used_at > @now OR next_at > @now`,
      )
      .run({ now, by });
  }

  /** The bytes are here; `usedAt` 0 for what nobody has looked at yet. */
  setHere(path: string, sha256: string, bytes: number, usedAt: number): void {
    this.#db
      .prepare(
        `UPDATE asset SET state = 'here', sha256 = ?, bytes = ?, tries = 0, next_at = 0,
           used_at = max(used_at, ?) WHERE path = ?`,
      )
      .run(sha256, bytes, usedAt, path);
  }

  /** There is nothing at that address; it is looked at once more at `nextAt`. */
  setMissing(path: string, nextAt: number): void {
    this.#db
      .prepare("UPDATE asset SET state = 'missing', tries = tries + 1, next_at = ? WHERE path = ?")
      .run(nextAt, path);
  }

  setRefused(path: string): void {
    this.#db.prepare("UPDATE asset SET state = 'refused' WHERE path = ?").run(path);
  }

  /** Not now: it is tried again at `nextAt`; `counts` tells whether that was its own fault. */
  putOff(path: string, nextAt: number, counts: boolean): void {
    this.#db
      .prepare('UPDATE asset SET next_at = ?, tries = tries + ? WHERE path = ?')
      .run(nextAt, counts ? 1 : 0, path);
  }

  /** Looks for everything anew that was looked for in vain: the address or the account changed. */
  askAgain(): void {
    this.#db.exec(
      "UPDATE asset SET state = 'wanted', tries = 0, next_at = 0 WHERE state IN ('missing', 'refused') OR (state = 'wanted' AND tries > 0)",
    );
  }

  /** The bytes of this path are given up; they are fetched again when somebody looks at it. */
  forget(path: string): void {
    this.#db
      .prepare(
        "UPDATE asset SET state = 'wanted', sha256 = NULL, bytes = 0, wanted_at = 0 WHERE path = ?",
      )
      .run(path);
  }

  /** What the fetching is doing, for whoever only reads. */
  mark(state: string): void {
    this.#db.prepare("INSERT OR REPLACE INTO mark(key, value) VALUES ('state', ?)").run(state);
  }

  marked(): string | null {
    const value = this.#db.prepare("SELECT value FROM mark WHERE key = 'state'").pluck().get();
    return maybeText.parse(value) ?? null;
  }

  /** The run up to which the records of a kind were looked through for these fields; null: never. */
  collectedTo(kind: Kind, fields: string): number | null {
    const value = prepared(this.#db, 'SELECT value FROM mark WHERE key = ?')
      .pluck()
      .get(collectedKey(kind));
    const [run, ...sign] = maybeText.parse(value)?.split(':') ?? [];
    return run !== undefined && sign.join(':') === fields ? Number(run) : null;
  }

  /** Every path that runs up to this one have brought is known. Call in the transaction of the last. */
  markCollected(kind: Kind, fields: string, run: number): void {
    prepared(this.#db, 'INSERT OR REPLACE INTO mark(key, value) VALUES (?, ?)').run(
      collectedKey(kind),
      `${run}:${fields}`,
    );
  }

  /** The mirror is not the one that was looked through. */
  forgetCollected(): void {
    this.#db.exec("DELETE FROM mark WHERE key LIKE 'collected/%'");
  }

  leastUsed(): Asset | null {
    const row = this.#db.prepare(`${ASSET} WHERE state = 'here' ORDER BY used_at LIMIT 1`).get();
    return row === undefined ? null : assetRow.parse(row);
  }

  isUsed(sha256: string): boolean {
    return this.#db.prepare('SELECT 1 FROM asset WHERE sha256 = ?').get(sha256) !== undefined;
  }

  hashes(): ReadonlySet<string> {
    const rows = this.#db.prepare('SELECT DISTINCT sha256 FROM asset WHERE sha256 IS NOT NULL');
    return new Set(texts.parse(rows.pluck().all()));
  }

  /** The hash of every path that is here. */
  hashByPath(): ReadonlyMap<string, string> {
    const rows = this.#db.prepare('SELECT path, sha256 FROM asset WHERE sha256 IS NOT NULL').all();
    return new Map(rows.map((row) => hashRow.parse(row)).map(({ path, sha256 }) => [path, sha256]));
  }

  pathsOf(sha256: string): string[] {
    return texts.parse(
      this.#db.prepare('SELECT path FROM asset WHERE sha256 = ?').pluck().all(sha256),
    );
  }

  /** Every path goes: they belong to another service. */
  clear(): void {
    this.#db.exec('DELETE FROM asset');
    this.forgetCollected();
  }

  /** How many paths stand where; bytes that two paths share count once. What waits is the most: it is not read. */
  counts(): Counts {
    const { total, ...found } = counted.parse(
      prepared(
        this.#db,
        `SELECT (SELECT count(*) FROM asset) AS total,
           (SELECT count(*) FROM asset WHERE state = 'here') AS here,
           (SELECT count(*) FROM asset WHERE state IN ('missing', 'refused')) AS missing,
           (SELECT coalesce(sum(bytes), 0) FROM
             (SELECT max(bytes) AS bytes FROM asset WHERE state = 'here' GROUP BY sha256)) AS bytes`,
      ).get(),
    );
    return { ...found, waiting: total - found.here - found.missing };
  }
}

const counted = z.object({
  total: z.number(),
  here: z.number(),
  missing: z.number(),
  bytes: z.number(),
});

interface Counts {
  readonly here: number;
  readonly waiting: number;
  readonly missing: number;
  readonly bytes: number;
}
