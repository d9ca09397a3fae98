import type { Hono } from 'hono';
import type { JsonValue } from '../json.ts';
import type { Depot, IncomingFile } from '../state/depot.ts';
import type { State } from '../state/state.ts';
import type { Variant } from '../variant.ts';

/** One file of a multipart request, with what its part said about it. */
export interface ReceivedFile extends IncomingFile {
  readonly fieldname: string;
  readonly originalname: string;
  readonly encoding: string;
  readonly mimetype: string;
}

/** A request's body, read to its end before anything is decided. */
export interface Received {
  readonly body?: JsonValue;
  /** Why the body could not be read as JSON or multipart. */
  readonly unreadable?: string;
  readonly files: readonly ReceivedFile[];
}

/** What a route can get at besides the request line: the body travels beside the request. */
export interface Env {
  Bindings: { readonly received: Received };
}

/** A group of routes. */
export type Routes = Hono<Env>;

/** What every route works with; `variant` may change between two requests. */
export interface Service {
  readonly state: State;
  /** Where uploads are kept. */
  readonly depot: Pick<Depot, keyof Depot>;
  readonly account: { readonly email: string; readonly password: string };
  readonly now: () => Date;
  /** A new token, or a new name for an upload. */
  readonly unique: () => string;
  /** From 0 up to, not including, 1. */
  readonly chance: () => number;
  variant: Variant;
}
