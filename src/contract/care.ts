import { targetSchema } from './plans/sheet.ts';
import { write } from './procedure.ts';
import { z } from './zod.ts';

/** What an export of the outbox came to. */
export const outboxExport = z.object({
  file: z.string(),
  /** The name under which a window fetches it; null where a person chose the place. */
  download: z.string().nullable(),
  operations: z.number(),
  /** Different files, and how large they are together. */
  files: z.number(),
  bytes: z.number(),
  /** The names of files whose copy here is gone or damaged: they are not in it. */
  missing: z.array(z.string()),
});
export type OutboxExport = z.infer<typeof outboxExport>;

/** The calls about what lies on this computer. */
export const careProcedures = {
  /**
   * Writes every operation that is not confirmed, with its files and a readable sheet, into one ZIP.
   * Nothing is taken out of the outbox, and nothing of it counts as sent.
   */
  'outbox.export': write(z.object({ to: targetSchema }), outboxExport),
} as const;
