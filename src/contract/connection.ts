import { z } from './zod.ts';

/**
 * How the service was found the last time:
 * `unchecked` not asked yet · `online` it answers · `offline` it cannot be reached ·
 * `web-page`, `network-sign-in`, `proxy-password` something else answers in its place ·
 * `certificate`, `not-https` no secure connection · `wrong-address` no catalogue service there ·
 * `errors` it answers with errors.
 */
export const connectionStates = [
  'unchecked',
  'online',
  'offline',
  'web-page',
  'network-sign-in',
  'proxy-password',
  'certificate',
  'not-https',
  'wrong-address',
  'errors',
] as const;
export const connectionSchema = z.object({ state: z.enum(connectionStates) });
export type ConnectionState = (typeof connectionStates)[number];
