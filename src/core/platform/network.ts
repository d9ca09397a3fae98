import type { AxiosProxyConfig } from 'axios';
import type { Readable } from 'node:stream';
import type { JsonObject } from '#contract/json.ts';

/**
 * The reason why no response came.
 *
 * `offline`, `certificate` and `not-https` prove that nothing reached the service.
 */
export type FailureKind =
  'offline' | 'certificate' | 'not-https' | 'timeout' | 'broken' | 'too-large' | 'cancelled';

/**
 * The origin of a response that did not come from the service: a web page, a network's sign-in
 * page, or a proxy.
 */
export type Interceptor = 'web-page' | 'network-sign-in' | 'proxy-password';

/** One response with its unparsed body. */
export interface Answer {
  readonly status: number;
  readonly location: string | null;
  /** The value of `Retry-After` in milliseconds. */
  readonly retryAfter: number | null;
  readonly body: Buffer;
  /**
   * Set if the response certainly did not come from the service. Such a response says nothing about
   * the request.
   */
  readonly interceptor?: Interceptor;
}

/** The result of a request: a response, or the reason why none came. */
export type Exchange =
  | { readonly answered: true; readonly answer: Answer }
  | { readonly answered: false; readonly failure: FailureKind; readonly message: string };

/** The options of one service; times in milliseconds; no proxy by default. */
export interface HttpOptions {
  readonly timeoutMs?: number;
  readonly uploadIdleMs?: number;
  readonly proxy?: AxiosProxyConfig;
}

/** One file to upload: its content stream, and its name and size for the request. */
export interface FilePart {
  readonly content: Readable;
  readonly name: string;
  readonly size: number;
}

/** One request; `path` is relative to the base address and already encoded. */
export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly json?: JsonObject;
  /** Sent as the only part of a form; times out if nothing is sent for the idle time. */
  readonly file?: FilePart;
  readonly limit: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (sent: number) => void;
}

/** Sends requests to one service; returns network failures as values. */
export interface Http {
  readonly send: (request: HttpRequest) => Promise<Exchange>;
  readonly close: () => void;
}

/** Opens an HTTP client for the service at `url`; tests pass their own. */
export type Network = (url: string, token: () => string | null, options?: HttpOptions) => Http;
