import type { Readable } from 'node:stream';
import type { JsonObject } from '#contract/json.ts';

/**
 * The reason why no response came.
 *
 * `timeout`, `broken`, `too-large` and `cancelled` say nothing about the request. All others prove that
 * the service did not handle it.
 */
export type FailureKind =
  | 'offline'
  | 'certificate'
  | 'not-https'
  /** The service requires a client certificate, and none is set. */
  | 'certificate-required'
  /** The service refused the client certificate that it got. */
  | 'certificate-refused'
  | 'proxy-password'
  | 'proxy-failed'
  | 'timeout'
  | 'broken'
  | 'too-large'
  | 'cancelled';

/**
 * The origin of a response that did not come from the service: a web page, a network's sign-in
 * page, a proxy, or a gateway that requires or refused a client certificate.
 */
export type Interceptor =
  | 'web-page'
  | 'network-sign-in'
  | 'proxy-password'
  | 'certificate-required'
  | 'certificate-refused';

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

/** The reason why a proxy did not connect. */
export type ProxyFailure = Extract<FailureKind, 'proxy-password' | 'proxy-failed'>;

/** How a request through a proxy ended; `unknown` says nothing about the proxy. */
export type ProxyResult = ProxyFailure | 'connected' | 'unknown';

/** A user and a password, as a proxy asks for them. */
export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** A proxy between this computer and the service. */
export interface ProxyServer {
  /** Its origin, such as `http://proxy.example:3128`. */
  readonly address: string;
  readonly credentials: ProxyCredentials | null;
  /** Notes how a request ended, by which the proxy accepted the credentials or not. */
  readonly noteResult: (result: ProxyResult) => Promise<void>;
}

/** Returns the proxy for an address; null for a direct connection. */
export type FindProxy = (url: URL) => Promise<ProxyServer | null>;

/** A certificate with its private key, by which this computer identifies itself to a service. */
export interface ClientCertificate {
  /** Distinguishes it from every other certificate or passphrase. */
  readonly id: string;
  /** A PKCS #12 file, as `tls.createSecureContext` takes it. */
  readonly pfx: Buffer;
  readonly passphrase: string;
}

/** Returns the client certificate for an address; null for an address that gets none. */
export type FindCertificate = (url: URL) => Promise<ClientCertificate | null>;

/** The options of one service; times in milliseconds; no proxy and no certificate by default. */
export interface HttpOptions {
  readonly timeoutMs?: number;
  readonly uploadIdleMs?: number;
  readonly findProxy?: FindProxy;
  readonly findCertificate?: FindCertificate;
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
  /** The exact text of `json`, where its spelling matters. */
  readonly jsonText?: string | undefined;
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
