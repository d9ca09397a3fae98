import { z } from './zod.ts';

/**
 * The result of the last connection check.
 *
 * `unchecked` not checked yet · `online` the service answers · `offline` it cannot be reached ·
 * `web-page`, `network-sign-in`, `proxy-password` another system answers in its place ·
 * `proxy-failed` the proxy does not connect ·
 * `certificate`, `not-https` no secure connection · `certificate-required`,
 * `certificate-refused` the server requires a client certificate, or refused it · `wrong-address` no catalogue service at the
 * address · `errors` it answers with errors.
 */
export const connectionStates = [
  'unchecked',
  'online',
  'offline',
  'web-page',
  'network-sign-in',
  'proxy-password',
  'proxy-failed',
  'certificate',
  'not-https',
  'certificate-required',
  'certificate-refused',
  'wrong-address',
  'errors',
] as const;
export const connectionSchema = z.object({ state: z.enum(connectionStates) });
export type ConnectionState = (typeof connectionStates)[number];
