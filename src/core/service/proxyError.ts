import type { ProxyFailure } from '../platform/network.ts';

/** The code of a `ProxyError`. */
export const PROXY_ERROR = 'ERR_PROXY';

/** The proxy did not connect: surely nothing reached the service. */
export class ProxyError extends Error {
  readonly code = PROXY_ERROR;
  readonly failure: ProxyFailure;

  /** `address` is the origin of the proxy; `reason` is a code or a status. */
  constructor(failure: ProxyFailure, address: string, reason: string, options?: ErrorOptions) {
    super(
      failure === 'proxy-password'
        ? `The proxy ${address} requires a password.`
        : `The proxy ${address} did not connect to the server (${reason}).`,
      options,
    );
    this.name = 'ProxyError';
    this.failure = failure;
  }
}

/** Returns the proxy error that a network error is or wraps; null for other errors. */
export function proxyErrorOf(thrown: unknown): ProxyError | null {
  if (thrown instanceof ProxyError) return thrown;
  return thrown instanceof Error && thrown.cause instanceof ProxyError ? thrown.cause : null;
}
