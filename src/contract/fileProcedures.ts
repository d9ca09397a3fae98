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

/** Taking files in, finding out where they belong, and showing them. */
export const fileProcedures = {
  'files.stage': write(
    z.object({
      path: localPath('read'),
      kind: kind.optional(),
      field: z.string().optional(),
      /** Named by the window: `files.progress` tells how far it is, `files.cancel` ends it. */
      token: text.optional(),
    }),
    stagedCopy,
  ),
  /** Stages bytes that the window made itself, such as a view of a model; base64, at most 12 MB. */
  'files.give': write(
    z.object({
      name: text.min(1),
      kind: kind.optional(),
      field: text.optional(),
      data: z.base64().max(16_000_000),
    }),
    stagedCopy,
  ),

  /** Ends a copy that is being made: it rejects with `cancelled` and leaves nothing behind. */
  'files.cancel': write(z.object({ token: text }), none),
  /** Removes copies that were never queued; those in use stay. */
  'files.unstage': write(z.object({ files: z.array(text).max(MOST_FILES) }), none),
  /** Finds the files of folders that were dropped on a desktop; a browser walks its own. */
  'files.walk': read(
    z.object({ paths: z.array(localPath('read')).max(MOST_FILES) }),
    z.object({ files: z.array(foundFile), passedOver: z.array(passedOver) }),
  ),

  /** Proposes records for files by their names; nothing is changed. Without a kind all are looked at. */
  'files.match': read(
    z.object({
      kind: kind.nullable(),
      files: z.array(z.object({ id: text, path: z.string().max(4000) })).max(MOST_FILES),
    }),
    z.object({ matches: z.array(fileMatch) }),
  ),
  /** Queues assignments as one named group, in one transaction; what cannot be is told one by one. */
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
  /** What a grid shows of the records in sight. */
  'files.covers': read(
    z.object({ kind, ids: z.array(z.string()).max(300) }),
    z.object({ covers: z.array(cover) }),
  ),
  /** Fetches these paths of the service before all others, and marks them as used. */
  'assets.want': write(z.object({ paths: z.array(z.string().max(4000)).max(500) }), none),
  /**
   * Keeps a thumbnail that the window drew: a PNG or WebP, in base64, no larger than its size. One drawn with what
   * lay `beside` the file before is left out.
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
  /** What the window found in a model. Unknown bytes are refused. */
  'facts.put': write(z.object({ sha256, model: modelFacts }), none),
  /** Keeps staged companions beside a model, by the names under which it asks for them. */
  'companions.put': write(
    z.object({
      sha256,
      files: z.array(z.object({ name: z.string().min(1).max(500), file: text })).max(200),
    }),
    none,
  ),
} as const;
