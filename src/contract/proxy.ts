import { write } from './procedure.ts';
import { z } from './zod.ts';

/** The proxy between this computer and the server of the profile. */
export const proxyInfo = z.object({
  /** Its address, without a password; null for a direct connection. */
  address: z.string().nullable(),
  /** The user that is stored for it, or set in the settings; empty for none. */
  user: z.string(),
  /** A password is stored for it. */
  hasPassword: z.boolean(),
  /** It asked for a password, or refused the one it got. */
  asks: z.boolean(),
});
export type ProxyInfo = z.infer<typeof proxyInfo>;

const none = z.object({});

/** The procedures of a proxy. */
export const proxyProcedures = {
  'proxy.get': write(none, proxyInfo),
  /**
   * Stores a user and a password for the proxy in use, and checks the connection.
   *
   * They are sent to this proxy only. Rejects with `state` when no proxy is used.
   */
  'proxy.signIn': write(
    z.object({ user: z.string().min(1).max(200), password: z.string().max(1000) }),
    proxyInfo,
  ),
  /** Removes the stored password. */
  'proxy.forget': write(none, proxyInfo),
} as const;
