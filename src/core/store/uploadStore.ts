import { z } from '#contract/zod.ts';
import { PLAN_STATE } from './productDraftStore.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { maybeText, oneNumber, texts } from './cells.ts';
import { setNote } from './notes.ts';

const stagedRow = z.object({
  file: z.string(),
  sha256: z.string(),
  size: z.number(),
  extension: z.string(),
  name: z.string(),
  source: z.string(),
  stagedAt: z.number(),
});
const stagedHashes = z.array(stagedRow.pick({ sha256: true, name: true }));
/** A staged file with the path that the service gave it. */
const placedRow = stagedRow.extend({ path: z.string() });
/** A local copy of a file, taken when the user gave it. */
export type StagedFile = z.infer<typeof stagedRow>;

const uploadRow = stagedRow.omit({ source: true, stagedAt: true }).extend({
  seq: z.number(),
  field: z.string(),
  position: z.number(),
  /** The name under which the file is sent: unique to the operation, ASCII, extension kept. */
  sendAs: z.string(),
  state: z.enum(['staged', 'sending', 'sent']),
  path: z.string().nullable(),
  losses: z.number(),
});
/** One file of an operation and the state of its upload. */
export type Upload = z.infer<typeof uploadRow>;

const UPLOAD = `SELECT u.seq, u.file, u.field, u.position, u.name AS sendAs, u.state, u.path, u.losses,
  s.sha256, s.size, s.extension, s.name FROM upload u JOIN staged s ON s.file = u.file`;

/** The number of unique digits at the end of a staged file's id. */
const FILE_PART = 12;

/**
 * Returns SQL that tests whether a form draft or an unqueued product draft names a staged file.
 *
 * The rest of an interrupted batch lies in a file of its own and may name any staged file.
 */
export const isNamedInWriting = (file: string) =>
  `(EXISTS (SELECT 1 FROM change_group WHERE state = 'queueing')
    OR EXISTS (SELECT 1 FROM draft WHERE instr(body, ${file}) > 0)
    OR EXISTS (SELECT 1 FROM plan WHERE instr(draft, ${file}) > 0 AND ${PLAN_STATE} <> 'queued'))`;

const LEFT = 'uploads-left';

/**
 * SQL that tests whether an upload `u` went to the current service. The path of a former service is
 * another file at the current one.
 */
export const isOfService = `u.seq > coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${LEFT}'), 0)`;

/** Stores staged files and the uploads of operations. */
export class UploadStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  addStaged(file: StagedFile): void {
    prepared(
      this.#db,
      'INSERT INTO staged(file, sha256, size, extension, name, source, staged_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(file.file, file.sha256, file.size, file.extension, file.name, file.source, file.stagedAt);
  }

  staged(file: string): StagedFile | null {
    const row = prepared(
      this.#db,
      'SELECT file, sha256, size, extension, name, source, staged_at AS stagedAt FROM staged WHERE file = ?',
    ).get(file);
    return row === undefined ? null : stagedRow.parse(row);
  }

  /**
   * Deletes those of the given staged files that nothing names; returns their hashes.
   *
   * Operations, form drafts and product drafts may name them. Most changes name no file, so the
   * operations are searched once for all files.
   */
  removeStaged(files: readonly string[]): readonly string[] {
    const gone = this.#db
      .prepare(
        `WITH naming(text) AS MATERIALIZED (SELECT patch FROM operation WHERE instr(patch, '$file') > 0)
         DELETE FROM staged AS s WHERE s.file IN (SELECT value FROM json_each(?))
           AND NOT EXISTS (SELECT 1 FROM upload WHERE file = s.file)
           AND NOT EXISTS (SELECT 1 FROM naming WHERE instr(text, s.file) > 0)
           AND NOT ${isNamedInWriting('s.file')} RETURNING sha256`,
      )
      .pluck()
      .all(JSON.stringify(files));
    return texts.parse(gone);
  }

  /** Returns the staged files with one of these extensions, such as `.csv`. */
  stagedNamed(extensions: readonly string[]): string[] {
    const rows = this.#db
      .prepare('SELECT file FROM staged WHERE extension IN (SELECT value FROM json_each(?))')
      .pluck()
      .all(JSON.stringify(extensions));
    return texts.parse(rows);
  }

  /** Returns every staged file by its hash and one of its names. */
  hashes(): readonly { readonly sha256: string; readonly name: string }[] {
    const rows = this.#db.prepare('SELECT sha256, min(name) AS name FROM staged GROUP BY sha256');
    return stagedHashes.parse(rows.all());
  }

  isStaged(sha256: string): boolean {
    return this.#db.prepare('SELECT 1 FROM staged WHERE sha256 = ?').get(sha256) !== undefined;
  }

  /** Returns the staged files that were uploaded to these paths, by path. */
  byPaths(paths: readonly string[]): ReadonlyMap<string, StagedFile> {
    const rows = this.#db
      .prepare(
        `SELECT u.path, s.file, s.sha256, s.size, s.extension, s.name, s.source, s.staged_at AS stagedAt
         FROM upload u JOIN staged s ON s.file = u.file
         WHERE u.path IN (SELECT value FROM json_each(?)) AND ${isOfService}`,
      )
      .all(JSON.stringify(paths));
    const parsed = rows.map((row) => placedRow.parse(row));
    return new Map(parsed.map(({ path, ...staged }) => [path, staged]));
  }

  /** Notes that the uploads so far say nothing about the paths of the next service. */
  leaveService(): void {
    const last = oneNumber.parse(
      this.#db.prepare('SELECT coalesce(max(seq), 0) FROM upload').pluck().get(),
    );
    setNote(this.#db, LEFT, String(last));
  }

  /** Returns the paths under which the service holds this content. */
  pathsOf(sha256: string): string[] {
    const rows = this.#db
      .prepare(
        'SELECT u.path FROM upload u JOIN staged s ON s.file = u.file WHERE s.sha256 = ? AND u.path IS NOT NULL',
      )
      .pluck()
      .all(sha256);
    return texts.parse(rows);
  }

  /** Sets the files of an operation, keeping those that were already sent for it. */
  setFiles(seq: number, id: string, files: readonly { field: string; file: string }[]): void {
    const before = this.of(seq);
    if (before.length === 0 && files.length === 0) return;
    const wanted = new Set(files.map(({ file }) => file));
    for (const { file } of before)
      if (!wanted.has(file))
        prepared(this.#db, 'DELETE FROM upload WHERE seq = ? AND file = ?').run(seq, file);
    const kept = before.filter(({ file }) => wanted.has(file));
    const add = prepared(
      this.#db,
      `INSERT INTO upload(seq, file, field, position, name, state)
       VALUES (?, ?, ?, ?, ?, 'staged')`,
    );
    let next = Math.max(-1, ...kept.map(({ position }) => position)) + 1;
    const known = new Set(kept.map(({ file }) => file));
    for (const { field, file } of files) {
      if (known.has(file)) continue;
      known.add(file);
      const extension = this.staged(file)?.extension ?? '';
      // A name must belong to one content. A reused name would be taken for the earlier file, or
      // would overwrite it.
      add.run(seq, file, field, next, `${id}-${file.slice(-FILE_PART)}${extension}`);
      next += 1;
    }
  }

  of(seq: number): readonly Upload[] {
    return prepared(this.#db, `${UPLOAD} WHERE u.seq = ? ORDER BY u.position`)
      .all(seq)
      .map((row) => uploadRow.parse(row));
  }

  /**
   * Returns the paths of the files that were uploaded for an operation.
   *
   * No other record was given these paths.
   */
  uploadedFor(seq: number): ReadonlySet<string> {
    return new Set(this.of(seq).flatMap(({ path }) => path ?? []));
  }

  /**
   * Returns the path of a staged file on a record; null if it was not sent for it.
   *
   * Prefers the upload of this operation, else the newest one. The same file has another path on
   * another record.
   */
  pathOf(file: string, { eid, seq = 0 }: { readonly eid: string; readonly seq?: number }) {
    const path = prepared(
      this.#db,
      `SELECT u.path FROM upload u JOIN operation o ON o.seq = u.seq
         WHERE u.file = @file AND o.eid = @eid AND u.path IS NOT NULL
         ORDER BY u.seq = @seq DESC, u.seq DESC LIMIT 1`,
    )
      .pluck()
      .get({ file, eid, seq });
    return maybeText.parse(path) ?? null;
  }

  /** Returns every path of a staged file; a file of two records has two. */
  readonly sentAs = (file: string): readonly string[] => {
    const paths = prepared(
      this.#db,
      'SELECT path FROM upload WHERE file = ? AND path IS NOT NULL ORDER BY seq DESC',
    );
    return texts.parse(paths.pluck().all(file));
  };

  setSending(seq: number, file: string): void {
    prepared(this.#db, "UPDATE upload SET state = 'sending' WHERE seq = ? AND file = ?").run(
      seq,
      file,
    );
  }

  setSent(seq: number, file: string, path: string): void {
    prepared(this.#db, "UPDATE upload SET state = 'sent', path = ? WHERE seq = ? AND file = ?").run(
      path,
      seq,
      file,
    );
  }

  /**
   * Notes that the response to an upload was lost.
   *
   * The service may hold an unused file. The file is sent again under the same name.
   */
  setLost(seq: number, file: string): void {
    prepared(
      this.#db,
      "UPDATE upload SET state = 'staged', losses = losses + 1 WHERE seq = ? AND file = ?",
    ).run(seq, file);
  }

  setStaged(seq: number, file: string): void {
    prepared(this.#db, "UPDATE upload SET state = 'staged' WHERE seq = ? AND file = ?").run(
      seq,
      file,
    );
  }

  /** Forgets the uploaded paths of an operation whose creation is sent again. */
  reset(seq: number): void {
    prepared(this.#db, "UPDATE upload SET state = 'staged', path = NULL WHERE seq = ?").run(seq);
  }
}
