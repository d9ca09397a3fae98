import type { JsonValue } from '../json.ts';

/** A file of a multipart request. */
export interface LoggedFile {
  readonly originalname: string;
  readonly sha256: string;
  readonly size: number;
}

/** A received request; `status` is 0 as long as no answer was sent. */
export interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  readonly body?: JsonValue;
  readonly files?: readonly LoggedFile[];
  /** True once the service applied the request, regardless of the answer. */
  readonly applied: boolean;
  /** True when the request had an Authorization header, valid or not. */
  readonly authorization: boolean;
}

/** The mutable form of a log entry. */
export type OpenEntry = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] };
