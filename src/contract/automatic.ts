import { z } from './zod.ts';

/**
 * Whether Cabinet sends and refreshes without a press.
 *
 * `on` as the settings say · `paused` not until the user continues · `offline` no request at all.
 */
export const syncModes = ['on', 'paused', 'offline'] as const;
export type SyncMode = (typeof syncModes)[number];

/** The mode and the next automatic attempts, in milliseconds since 1970; null without one. */
export const automaticSchema = z.object({
  mode: z.enum(syncModes),
  sendAt: z.number().nullable(),
  refreshAt: z.number().nullable(),
});
export type Automatic = z.infer<typeof automaticSchema>;
