import { fileFacts, modelFacts } from './files/facts.ts';
import { foundFile, MOST_FILES, passedOver, stagedCopy } from './files/intake.ts';
import { assignment, fileMatch, placed } from './files/match.ts';
import { cover, sight, sightOf, THUMB_CHARS, thumbSize } from './files/sights.ts';
import { sha256 } from './files/types.ts';
import { localPath } from './localPath.ts';
import { read, write } from './procedure.ts';
import { kindSchema } from './resources/registry.ts';
import { z } from './zod.ts';

const none = z.object({});
const kind = kindSchema;
const text = z.string().max(200);

/** Procedures for staging, matching and showing files. */
export const fileProcedures = {
  'files.stage': write(
    z.object({
      path: localPath('read'),
      kind: kind.optional(),
      field: z.string().optional(),
      /** Chosen by the window; used by `files.progress` and `files.cancel`. */
      token: text.optional(),
    }),
    stagedCopy,
  ),
  /**
   * Stages bytes made by the window, such as a view of a model.
   *
   * They are base64, at most 12 MB.
   */
  'files.give': write(
    z.object({
      name: text.min(1),
      kind: kind.optional(),
      field: text.optional(),
      data: z.base64().max(16_000_000),
    }),
    stagedCopy,
  ),

  /** Cancels a staging; it rejects with `cancelled` and leaves no copy. */
  'files.cancel': write(z.object({ token: text }), none),
  /** Removes staged copies that were never queued; copies in use stay. */
  'files.unstage': write(z.object({ files: z.array(text).max(MOST_FILES) }), none),
  /**
   * Lists the files of folders dropped on a desktop.
   *
   * A browser lists its own.
   */
  'files.walk': read(
    z.object({ paths: z.array(localPath('read')).max(MOST_FILES) }),
    z.object({ files: z.array(foundFile), passedOver: z.array(passedOver) }),
  ),

  /**
   * Proposes records for files by their names; changes nothing.
   *
   * Without a kind, all kinds are searched.
   */
  'files.match': read(
    z.object({
      kind: kind.nullable(),
      files: z.array(z.object({ id: text, path: z.string().max(4000) })).max(MOST_FILES),
    }),
    z.object({ matches: z.array(fileMatch) }),
  ),
  /**
   * Queues assignments as one named batch in one transaction.
   *
   * Failed assignments are reported one by one.
   */
  'files.queue': write(
    z.object({
      name: z.string().min(1).max(120),
      assignments: z.array(assignment).min(1).max(MOST_FILES),
    }),
    z.object({ group: z.string().nullable(), placed: z.array(placed) }),
  ),

  'files.sights': read(
    z.object({ items: z.array(sightOf).max(500) }),
    z.object({ sights: z.array(sight) }),
  ),
  /** Returns the previews that a grid shows for its visible records. */
  'files.covers': read(
    z.object({ kind, ids: z.array(z.string()).max(300) }),
    z.object({ covers: z.array(cover) }),
  ),
  /** Fetches these service paths before all others and marks them as used. */
  'assets.want': write(z.object({ paths: z.array(z.string().max(4000)).max(500) }), none),
  /**
   * Stores a thumbnail drawn by the window.
   *
   * It is a PNG or WebP in base64, at most as large as its size. One drawn with outdated companions
   * (`beside`) is ignored.
   */
  'thumbs.put': write(
    z.object({
      sha256,
      size: thumbSize,
      data: z.base64().max(THUMB_CHARS),
      beside: z.string().max(100).optional(),
    }),
    none,
  ),
  'facts.get': read(
    z.object({ sha256s: z.array(sha256).max(500) }),
    z.object({ facts: z.array(fileFacts) }),
  ),
  /**
   * Stores the facts of a model found by the window.
   *
   * An unknown hash is refused.
   */
  'facts.put': write(z.object({ sha256, model: modelFacts }), none),
  /** Stores staged companions of a model under the names that the model uses. */
  'companions.put': write(
    z.object({
      sha256,
      files: z.array(z.object({ name: z.string().min(1).max(500), file: text })).max(200),
    }),
    none,
  ),
} as const;
