import type { FileFacts } from '#contract/files/facts.ts';
import type { Json } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import { z } from '#contract/zod.ts';
import { stagedPath } from './place.ts';
import type { Disk } from '../platform/disk.ts';
import type { AssetStore } from '../store/assetStore.ts';
import type { FileStore } from '../store/fileStore.ts';
import type { Db } from '../store/database.ts';
import { maybeText } from '../store/cells.ts';
import { isOfService } from '../store/uploadStore.ts';

/** The sides of a model's bounding box in millimetres. */
export type Box = readonly [x: number, y: number, z: number];

/**
 * The known state of files; a file that was never requested counts as neither present nor missing.
 */
export interface FileKnowledge {
  /**
   * The time since which the service is known to lack a path; null when it has it or when this is
   * unknown.
   */
  readonly missingSince: (path: string) => number | null;
  /** A staged copy with this id is here, so it can still be sent. */
  readonly isStaged: (file: string) => boolean;
  /** The staged id of a local copy that was once sent under this path; null without one. */
  readonly copyOf: (path: string) => string | null;
  /** The box of the model that a record's value names; null while it was not measured. */
  readonly boxOf: (value: Json) => Box | null;
}

const missingRow = z.object({ path: z.string(), since: z.number() });
const missingRowList = missingRow.array();
const sentRow = z.object({ path: z.string(), sha256: z.string() });
const sentRowList = sentRow.array();

/** The databases and folders that hold the state of files. */
export interface FilePlaces {
  readonly folder: string;
  readonly work: Db;
  readonly cache: Db;
  readonly disk: Disk;
  readonly files: FileStore;
  readonly assets: AssetStore;
}

/** A snapshot of the state of all files. */
interface Gathered {
  readonly missing: ReadonlyMap<string, number>;
  readonly boxes: ReadonlyMap<string, Box>;
}

/** Reads the results of uploads, fetches and measurements from the databases. */
export class StoredFiles implements FileKnowledge {
  readonly #places;
  readonly #statements;
  #missing: ReadonlyMap<string, number>;
  #gathered: Gathered | null = null;

  constructor(places: FilePlaces) {
    this.#places = places;
    this.#statements = prepare(places);
    this.#missing = this.#readMissing();
  }

  /** Reads the missing files again; a check asks for every file of every record. */
  refresh(): void {
    this.#missing = this.#readMissing();
  }

  /**
   * Reads everything at once and answers from this snapshot until `release`: a full check asks for
   * every file.
   */
  gather(): void {
    if (this.#gathered !== null) return;
    this.refresh();
    this.#gathered = { missing: this.#missing, boxes: this.#readBoxes() };
  }

  /** Drops the snapshot; returns the paths whose state has changed since. */
  release(): ReadonlySet<string> {
    if (this.#gathered === null) return new Set();
    const before = this.#gathered;
    this.refresh();
    this.#gathered = null;
    const boxes = this.#readBoxes();
    return new Set([
      ...differing(before.missing, this.#missing),
      ...differing(before.boxes, boxes),
    ]);
  }

  #readMissing(): ReadonlyMap<string, number> {
    const rows = missingRowList.parse(this.#statements.missing.all());
    return new Map(rows.map(({ path, since }) => [path, since]));
  }

  #readBoxes(): ReadonlyMap<string, Box> {
    const boxes = this.#places.files.boxes();
    const found = new Map<string, Box>();
    if (boxes.size === 0) return found;
    const take = (path: string, sha256: string) => {
      const box = boxes.get(sha256);
      if (box === undefined) found.delete(path);
      else found.set(path, sidesOf(box));
    };
    for (const [path, sha256] of this.#places.assets.hashByPath()) take(path, sha256);
    // Files sent from here are the most reliable source, so they come last, the newest at the end.
    for (const { path, sha256 } of sentRowList.parse(this.#statements.sent.all()))
      take(path, sha256);
    return found;
  }

  readonly missingSince = (path: string): number | null => this.#missing.get(path) ?? null;

  readonly isStaged = (file: string): boolean => this.#statements.hash.get(file) !== undefined;

  readonly copyOf = (path: string): string | null => {
    const found = maybeText.parse(this.#statements.upload.get(path));
    const sha = maybeText.parse(this.#statements.hash.get(found ?? ''));
    const { disk, folder } = this.#places;
    const isHere = sha !== undefined && disk.files.existsSync(stagedPath(folder, sha));
    return found !== undefined && isHere ? found : null;
  };

  readonly boxOf = (value: Json): Box | null => {
    if (this.#gathered !== null && typeof value === 'string')
      return this.#gathered.boxes.get(value) ?? null;
    const sha = this.#hashOf(value);
    const box = sha === null ? null : this.#places.files.facts(sha)?.boxMm;
    return box === null || box === undefined ? null : sidesOf(box);
  };

  #hashOf(value: Json): string | null {
    const { hash, sentHash } = this.#statements;
    if (typeof value === 'string')
      return maybeText.parse(sentHash.get(value)) ?? this.#places.assets.get(value)?.sha256 ?? null;
    const ref = fileRef.safeParse(value);
    return ref.success ? (maybeText.parse(hash.get(ref.data.$file)) ?? null) : null;
  }
}

function sidesOf({ min, max }: NonNullable<FileFacts['boxMm']>): Box {
  return [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
}

function differing<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): string[] {
  const paths = new Set([...a.keys(), ...b.keys()]);
  return [...paths].filter((path) => String(a.get(path)) !== String(b.get(path)));
}

function prepare({ work, cache }: FilePlaces) {
  return {
    missing: cache.prepare(
      'SELECT path, missing_since AS since FROM file_state WHERE missing_since IS NOT NULL',
    ),
    hash: work.prepare('SELECT sha256 FROM staged WHERE file = ?').pluck(),
    upload: work
      .prepare(
        `SELECT u.file FROM upload u WHERE u.path = ? AND ${isOfService} ORDER BY u.seq DESC LIMIT 1`,
      )
      .pluck(),
    sentHash: work
      .prepare(
        `SELECT s.sha256 FROM upload u JOIN staged s ON s.file = u.file
         WHERE u.path = ? AND ${isOfService} ORDER BY u.seq DESC LIMIT 1`,
      )
      .pluck(),
    sent: work.prepare(
      `SELECT u.path, s.sha256 FROM upload u JOIN staged s ON s.file = u.file
       WHERE u.path IS NOT NULL AND ${isOfService} ORDER BY u.seq`,
    ),
  };
}

/**
 * Stores the result of a request for a file; the records that name it are checked again. Call in a
 * transaction.
 */
export function noteFile(cache: Db, path: string, held: boolean, now: number): void {
  const known = cache
    .prepare('SELECT missing_since IS NOT NULL FROM file_state WHERE path = ?')
    .pluck()
    .get(path);
  cache
    .prepare(
      `INSERT INTO file_state(path, missing_since, checked_at) VALUES (@path, @missing, @now)
       ON CONFLICT(path) DO UPDATE SET checked_at = @now,
         missing_since = CASE WHEN @missing IS NULL THEN NULL ELSE coalesce(missing_since, @missing) END`,
    )
    .run({ path, missing: held ? null : now, now });
  // An unchanged state needs no new check.
  if ((known === 1) === held) recheckFile(cache, path);
}

/** Forgets the state of a name that is no valid path. Call in a transaction. */
export function forgetFile(cache: Db, path: string): void {
  const { changes } = cache.prepare('DELETE FROM file_state WHERE path = ?').run(path);
  if (changes > 0) recheckFile(cache, path);
}

/** Marks the records that name a file to be checked again. Call in a transaction. */
export function recheckFile(cache: Db, path: string): void {
  cache
    .prepare(
      "INSERT OR IGNORE INTO problem_dirty SELECT rid, kind FROM problem_ref WHERE target = 'file' AND code = ?",
    )
    .run(path);
}
