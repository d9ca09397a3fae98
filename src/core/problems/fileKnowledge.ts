import type { Json } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import { z } from '#contract/zod.ts';
import { stagedPath } from '../files/place.ts';
import type { Disk } from '../disk.ts';
import type { AssetStore } from '../store/assetStore.ts';
import type { FileStore } from '../store/fileStore.ts';
import type { Db } from '../store/database.ts';

/** The sides of a model's bounding box in millimetres. */
export type Box = readonly [x: number, y: number, z: number];

/** What is really known about files; what nobody has asked for is neither held nor missing. */
export interface FileKnowledge {
  /** Since when the service is known not to hold a path; null when it does or when it is not known. */
  readonly missingSince: (path: string) => number | null;
  /** A staged copy of this id is here, so it can still be sent. */
  readonly isStaged: (file: string) => boolean;
  /** A copy that was once sent under this path and is still here, by its staged id. */
  readonly copyOf: (path: string) => string | null;
  /** The box of the model that a record's value names; null while it was not measured. */
  readonly boxOf: (value: Json) => Box | null;
}

const missingRow = z.object({ path: z.string(), since: z.number() });
const text = z.string().optional();

/** Where what is known of files lies. */
export interface FilePlaces {
  readonly folder: string;
  readonly work: Db;
  readonly cache: Db;
  readonly disk: Disk;
  readonly files: FileStore;
  readonly assets: AssetStore;
}

/** Reads what uploads, fetches and measurements have left in the databases. */
export class StoredFiles implements FileKnowledge {
  readonly #disk;
  readonly #folder;
  readonly #work;
  readonly #cache;
  readonly #files;
  readonly #assets;
  #missing: ReadonlyMap<string, number>;

  constructor({ folder, work, cache, disk, files, assets }: FilePlaces) {
    this.#disk = disk;
    this.#folder = folder;
    this.#work = work;
    this.#cache = cache;
    this.#files = files;
    this.#assets = assets;
    this.#missing = this.#readMissing();
  }

  /** Reads the misses anew; a check asks for every file of every record. */
  refresh(): void {
    this.#missing = this.#readMissing();
  }

  #readMissing(): ReadonlyMap<string, number> {
    const rows = this.#cache
      .prepare(
        'SELECT path, missing_since AS since FROM file_state WHERE missing_since IS NOT NULL',
      )
      .all();
    return new Map(
      missingRow
        .array()
        .parse(rows)
        .map(({ path, since }) => [path, since]),
    );
  }

  readonly missingSince = (path: string): number | null => this.#missing.get(path) ?? null;

  readonly isStaged = (file: string): boolean =>
    this.#work.prepare('SELECT 1 FROM staged WHERE file = ?').get(file) !== undefined;

  readonly copyOf = (path: string): string | null => {
    const found = this.#work
      .prepare('SELECT file FROM upload WHERE path = ? ORDER BY seq DESC LIMIT 1')
      .pluck()
      .get(path);
    const row = this.#work
      .prepare('SELECT sha256 FROM staged WHERE file = ?')
      .pluck()
      .get(text.parse(found) ?? '');
    const sha = text.parse(row);
    return found !== undefined &&
      sha !== undefined &&
      this.#disk.files.existsSync(stagedPath(this.#folder, sha))
      ? z.string().parse(found)
      : null;
  };

  readonly boxOf = (value: Json): Box | null => {
    const sha = this.#hashOf(value);
    const box = sha === null ? null : this.#files.facts(sha)?.boxMm;
    if (box === null || box === undefined) return null;
    const { min, max } = box;
    return [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  };

  #hashOf(value: Json): string | null {
    const ref = fileRef.safeParse(value);
    const found = ref.success
      ? this.#work.prepare('SELECT sha256 FROM staged WHERE file = ?').pluck().get(ref.data.$file)
      : this.#work
          .prepare(
            'SELECT s.sha256 FROM upload u JOIN staged s ON s.file = u.file WHERE u.path = ? ORDER BY u.seq DESC LIMIT 1',
          )
          .pluck()
          .get(typeof value === 'string' ? value : '');
    const cached = typeof value === 'string' ? this.#assets.get(value)?.sha256 : undefined;
    return text.parse(found) ?? cached ?? null;
  }
}

/** Notes what a request for a file came to; the records that name it are checked again. Call in a transaction. */
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
  // Nobody is the wiser for a file that is where it was thought to be.
  if ((known === 1) === held) recheckFile(cache, path);
}

/** The records that name a file are checked again: something was learned about it. Call in a transaction. */
export function recheckFile(cache: Db, path: string): void {
  cache
    .prepare(
      "INSERT OR IGNORE INTO problem_dirty SELECT rid, kind FROM problem_ref WHERE target = 'file' AND code = ?",
    )
    .run(path);
}
