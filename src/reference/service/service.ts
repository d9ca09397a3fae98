import type { Hono } from 'hono';
import type { JsonValue } from '../json.ts';
import type { Depot, IncomingFile } from '../state/depot.ts';
import type { State } from '../state/state.ts';
import type { Variant } from '../variant.ts';

/** A file of a multipart request, with the properties of its part. */
export interface ReceivedFile extends IncomingFile {
  readonly fieldname: string;
  readonly originalname: string;
  readonly encoding: string;
  readonly mimetype: string;
}

/** The body of a request, read completely before it is handled. */
export interface Received {
  readonly body?: JsonValue;
  /** Why the body could not be read as JSON or multipart. */
  readonly unreadable?: string;
  readonly files: readonly ReceivedFile[];
}

/** The bindings of a route: the body is passed beside the request. */
export interface Env {
  Bindings: { readonly received: Received };
}

/** A group of routes. */
export type Routes = Hono<Env>;

/** The context of every route; `variant` may change between requests. */
export interface Service {
  readonly state: State;
  /** The store of uploads. */
  readonly depot: Pick<Depot, keyof Depot>;
  readonly account: { readonly email: string; readonly password: string };
  readonly now: () => Date;
  /** Returns a new token or a new name for an upload. */
  readonly unique: () => string;
  /** Returns a random number from 0 to below 1. */
  readonly chance: () => number;
  variant: Variant;
}
