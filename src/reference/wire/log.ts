import type { JsonValue } from '../json.ts';

/** One file that arrived in a multipart request. */
export interface LoggedFile {
  readonly originalname: string;
  readonly sha256: string;
  readonly size: number;
}

/** One request as it was received; `status` is 0 while, or for ever if, no answer was sent. */
export interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  readonly body?: JsonValue;
  readonly files?: readonly LoggedFile[];
  /** True once the service carried the request out without refusing it, whatever was answered. */
  readonly applied: boolean;
  /** Whether an Authorization header came with it, valid or not. */
  readonly authorization: boolean;
}

/** The log's own, still changing form of an entry. */
export type OpenEntry = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] };
