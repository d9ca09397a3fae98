import { targetSchema } from './changesets/sheet.ts';
import { write } from './procedure.ts';
import { z } from './zod.ts';

/** The result of an outbox export. */
export const outboxExport = z.object({
  file: z.string(),
  /** The name for the window's download; null when the user chose the path. */
  download: z.string().nullable(),
  operations: z.number(),
  /** Number of distinct files; `bytes` is their total size. */
  files: z.number(),
  bytes: z.number(),
  /** Names of files whose local copy is missing or damaged; they are not exported. */
  missing: z.array(z.string()),
});
export type OutboxExport = z.infer<typeof outboxExport>;

/** Procedures for local data. */
export const careProcedures = {
  /**
   * Exports all unconfirmed operations with their files into one ZIP.
   *
   * The ZIP has a readable sheet. The outbox stays unchanged, and no operation counts as sent.
   */
  'outbox.export': write(z.object({ to: targetSchema }), outboxExport),
} as const;
