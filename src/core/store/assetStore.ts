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
/** A path of the service, and the state of its download. */
export type Asset = z.infer<typeof assetRow>;

const ASSET =
  'SELECT path, state, rank, sha256, bytes, tries, next_at AS nextAt, wanted_at AS wantedAt FROM asset';
const texts = z.array(z.string());
/** A path that was viewed within this time keeps its retry time. */
const LATELY_MS = 3_600_000;
/** Longest delay of a download. A longer one was set while the clock was ahead. */
const LONGEST_MS = 8 * 86_400_000;
/**
 * Smaller changes of the wall clock happen without anyone setting it. Retry times are not corrected
 * for them.
 */
const SLACK_MS = 60_000;
const CLOCK = 'clock';
const collectedKey = (kind: Kind) => `collected/${kind}`;
const hashRow = assetRow.pick({ path: true }).extend({ sha256: z.string() });

/** Stores which paths are cached, wanted or missing, and when each was last used. */
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

  /** Adds a path if it is new; a lower rank is downloaded earlier. */
  add(path: string, rank: number): void {
    prepared(
      this.#db,
      "INSERT OR IGNORE INTO asset(path, state, rank) VALUES (?, 'wanted', ?)",
    ).run(path, rank);
  }

  /**
   * Notes that the user views a path now.
   *
   * It is downloaded first and evicted last. A path that was put off while nobody viewed it is
   * tried again. One reason for that is too little space.
   */
  want(path: string, now: number): void {
    prepared(
      this.#db,
      `UPDATE asset SET wanted_at = $now, used_at = $now,
         next_at = CASE WHEN state = 'wanted' AND wanted_at < $lately THEN 0 ELSE next_at END
       WHERE path = $path`,
    ).run({ path, now, lately: now - LATELY_MS });
  }

  /** Returns the next path to download: viewed paths first, then images, then models. */
  due(now: number, seenAfter: number, except: ReadonlySet<string>): Asset | null {
    const rows = this.#db
      .prepare(
        `${ASSET} WHERE state IN ('wanted', 'missing') AND wanted_at >= ? AND NOT next_at BETWEEN ? AND ?
         ORDER BY wanted_at DESC, rank, path LIMIT ?`,
      )
      .all(seenAfter, now + 1, now + LONGEST_MS, except.size + 1);
    return rows.map((row) => assetRow.parse(row)).find(({ path }) => !except.has(path)) ?? null;
  }

  /** Returns when the next waiting path is due; null if none waits. */
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
   * Notes the wall clock; returns whether it was set back since the last note.
   *
   * If it was, waiting paths keep their remaining delay, and no use is later than now.
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

  /** Marks a path as cached; `usedAt` is 0 if it was never viewed. */
  setHere(path: string, sha256: string, bytes: number, usedAt: number): void {
    this.#db
      .prepare(
        `UPDATE asset SET state = 'here', sha256 = ?, bytes = ?, tries = 0, next_at = 0,
           used_at = max(used_at, ?) WHERE path = ?`,
      )
      .run(sha256, bytes, usedAt, path);
  }

  /** Marks a path as missing on the service; it is tried again at `nextAt`. */
  setMissing(path: string, nextAt: number): void {
    this.#db
      .prepare("UPDATE asset SET state = 'missing', tries = tries + 1, next_at = ? WHERE path = ?")
      .run(nextAt, path);
  }

  setRefused(path: string): void {
    this.#db.prepare("UPDATE asset SET state = 'refused' WHERE path = ?").run(path);
  }

  /** Puts a path off until `nextAt`; `counts` says whether this counts as a failed try. */
  putOff(path: string, nextAt: number, counts: boolean): void {
    this.#db
      .prepare('UPDATE asset SET next_at = ?, tries = tries + ? WHERE path = ?')
      .run(nextAt, counts ? 1 : 0, path);
  }

  /** Retries every failed path, because the address or the account changed. */
  askAgain(): void {
    this.#db.exec(
      "UPDATE asset SET state = 'wanted', tries = 0, next_at = 0 WHERE state IN ('missing', 'refused') OR (state = 'wanted' AND tries > 0)",
    );
  }

  /** Forgets the cached content of a path; it is downloaded again when the user views it. */
  forget(path: string): void {
    this.#db
      .prepare(
        "UPDATE asset SET state = 'wanted', sha256 = NULL, bytes = 0, wanted_at = 0 WHERE path = ?",
      )
      .run(path);
  }

  /** Stores the state of the downloads, for readers. */
  mark(state: string): void {
    this.#db.prepare("INSERT OR REPLACE INTO mark(key, value) VALUES ('state', ?)").run(state);
  }

  marked(): string | null {
    const value = this.#db.prepare("SELECT value FROM mark WHERE key = 'state'").pluck().get();
    return maybeText.parse(value) ?? null;
  }

  /** Returns the last run whose records were searched for these fields; null if none was. */
  collectedTo(kind: Kind, fields: string): number | null {
    const value = prepared(this.#db, 'SELECT value FROM mark WHERE key = ?')
      .pluck()
      .get(collectedKey(kind));
    const [run, ...sign] = maybeText.parse(value)?.split(':') ?? [];
    return run !== undefined && sign.join(':') === fields ? Number(run) : null;
  }

  /**
   * Notes that all paths of runs up to this one are known.
   *
   * Call in the transaction that adds the last of them.
   */
  markCollected(kind: Kind, fields: string, run: number): void {
    prepared(this.#db, 'INSERT OR REPLACE INTO mark(key, value) VALUES (?, ?)').run(
      collectedKey(kind),
      `${run}:${fields}`,
    );
  }

  /** Forgets the searched runs, because the mirror was replaced. */
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

  /** Returns the hash of every cached path. */
  hashByPath(): ReadonlyMap<string, string> {
    const rows = this.#db.prepare('SELECT path, sha256 FROM asset WHERE sha256 IS NOT NULL').all();
    return new Map(rows.map((row) => hashRow.parse(row)).map(({ path, sha256 }) => [path, sha256]));
  }

  pathsOf(sha256: string): string[] {
    return texts.parse(
      this.#db.prepare('SELECT path FROM asset WHERE sha256 = ?').pluck().all(sha256),
    );
  }

  /** Deletes every path, because the profile moves to another service. */
  clear(): void {
    this.#db.exec('DELETE FROM asset');
    this.forgetCollected();
  }

  /**
   * Returns the number of paths in each state.
   *
   * Content that several paths share counts once. Waiting paths are the most, so their number is
   * calculated instead of counted.
   */
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
