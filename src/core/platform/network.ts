import type { AxiosProxyConfig } from 'axios';
import type { Readable } from 'node:stream';
import type { JsonObject } from '#contract/json.ts';

/** Why no answer came; `offline`, `certificate` and `not-https` prove that nothing reached the service. */
export type FailureKind =
  'offline' | 'certificate' | 'not-https' | 'timeout' | 'broken' | 'too-large' | 'cancelled';

/** What answered in place of the service: a web page, the sign-in page of a network, or a proxy. */
export type Interceptor = 'web-page' | 'network-sign-in' | 'proxy-password';

/** One answer, body unread. */
export interface Answer {
  readonly status: number;
  readonly location: string | null;
  /** What `Retry-After` asks for, in milliseconds. */
  readonly retryAfter: number | null;
  readonly body: Buffer;
  /** What answered where it was surely not the service; such an answer says nothing about the request. */
  readonly interceptor?: Interceptor;
}

/** What became of a request: an answer, or why there is none. */
export type Exchange =
  | { readonly answered: true; readonly answer: Answer }
  | { readonly answered: false; readonly failure: FailureKind; readonly message: string };

/** What may be set for one service; times in milliseconds, no proxy unless given. */
export interface HttpOptions {
  readonly timeoutMs?: number;
  readonly uploadIdleMs?: number;
  readonly proxy?: AxiosProxyConfig;
}

/** One file on its way: its content as it is read, and the name and size under which it is sent. */
export interface FilePart {
  readonly content: Readable;
  readonly name: string;
  readonly size: number;
}

/** One request; `path` stands under the base address and is already encoded. */
export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly json?: JsonObject;
  /** Sent as the one part of a form; ends as a time-out when nothing moves for the idle time. */
  readonly file?: FilePart;
  readonly limit: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (sent: number) => void;
}

/** Sends requests to one service; whatever the network does comes back as a value. */
export interface Http {
  readonly send: (request: HttpRequest) => Promise<Exchange>;
  readonly close: () => void;
}

/** Opens an HTTP client for the service at `url`; a test hands in its own. */
export type Network = (url: string, token: () => string | null, options?: HttpOptions) => Http;
