import type { JsonObject } from '#contract/json.ts';
import type { NoWords } from '#contract/operations.ts';
import type { RowShape } from '../store/rowShape.ts';
import type { EntryDigests, Remembered } from './entryDigests.ts';
import type { RefusalFault } from './refusalFaults.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** One record of an answer: its id, the exact JSON text the service sent, and that text parsed. */
export interface RawRecord {
  readonly id: string;
  readonly text: string;
  readonly record: JsonObject;
}

/** One record of a list: its exact bytes, and the row that the projection stores of it. */
export interface ListedRecord {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly digest: Uint8Array;
  /** The bytes as text. */
  readonly text: string;
  /** Derived on access, or before by the list parser thread. */
  readonly row: RowShape;
}

/** One page of a list (doc §4); `total` is null where the service gave no readable one. */
export interface ListPage {
  /** The ids of all records of the page, in the service's order. */
  readonly ids: readonly string[];
  /** The records themselves, without those recognised as unchanged. */
  readonly items: readonly ListedRecord[];
  /** The entry digests to remember; null where the answer is not a plain list. */
  readonly pieces: EntryDigests | null;
  readonly total: number | null;
  /** Entries without a usable id: left out of `items`, counted, and quoted for the user. */
  readonly odd: readonly string[];
  readonly bytes: number;
  /** A digest of the answer's bytes: equal digests are equal answers. */
  readonly digest: string;
  /**
   * The answer's digest equals `ListWindow.known`: it was not parsed, `items` is empty, `total`
   * null.
   */
  readonly unchanged: boolean;
}

/** The result of reading one record; `unclear` proves neither presence nor absence. */
export type LookupResult =
  | { readonly found: 'present'; readonly record: RawRecord }
  | { readonly found: 'absent' }
  | { readonly found: 'unclear'; readonly answer: string };

/** Why a request surely had no effect; the operation keeps its place and waits. */
export type NotAppliedCause =
  'offline' | 'unauthorized' | 'too-many' | 'untrusted' | 'client-certificate' | 'wrong-address';

/**
 * The outcome of a write request: applied, refused, not applied or unknown.
 *
 * With `noWords` the message is a sentence of Cabinet, since the service sent no words.
 */
export type WriteOutcome<Applied> =
  | ({ readonly outcome: 'applied'; readonly status: number; readonly answer: string } & Applied)
  /** The service refused this request; its words are in `message`. */
  | {
      readonly outcome: 'refused';
      readonly status: number;
      readonly message: string;
      readonly noWords?: NoWords;
      /** The complaints of a validation, which may name fields. */
      readonly faults?: readonly RefusalFault[];
    }
  | {
      readonly outcome: 'not-applied';
      readonly cause: NotAppliedCause;
      readonly message: string;
      readonly status: number | null;
      /** The pause that the service asked for, in milliseconds. */
      readonly retryAfter: number | null;
      readonly noWords?: NoWords;
    }
  /**
   * Sent, without a usable answer: a reset, a timeout, any 5xx, or an answer that does not parse.
   */
  | {
      readonly outcome: 'unknown';
      readonly message: string;
      readonly status: number | null;
      readonly noWords?: NoWords;
    };

/**
 * The outcome of a record write: the record in the answer if there was one, else at least its id.
 */
export type RecordOutcome = WriteOutcome<{
  readonly id: string | null;
  readonly record: RawRecord | null;
}>;
export type UploadOutcome = WriteOutcome<{ readonly path: string }>;

/** The window of a list request; `all` asks for everything at once where the document offers it. */
export interface ListWindow {
  readonly limit?: number;
  readonly offset?: number;
  readonly all?: boolean;
  readonly search?: string;
  /** The digest of the last answer to the same window: an equal answer is not parsed again. */
  readonly known?: string;
  /** The digests of the last answer, record by record. */
  readonly remembered?: Remembered;
  /**
   * Called when the answer has arrived and the list parser thread parses it: the connection is free
   * again.
   */
  readonly come?: () => void;
}

/** The result of scanning a list; only a complete scan proves that nothing else matches. */
export interface Scan {
  readonly matches: readonly RawRecord[];
  /** The whole list was read, totals and overlaps agreed, and no odd entry matches. */
  readonly complete: boolean;
}

/** A staged copy on disk, its size and hash when it was made, and the name to send it under. */
export interface UploadSource {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** The facts learned about one service, stored with its profile. */
export interface Capabilities {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, value: string) => void;
}

/** The address and the token of the service; the token is read again for every request. */
export interface ServiceTarget {
  readonly url: string;
  readonly token: () => string | null;
}

/**
 * The documented service.
 *
 * Reads throw `AppError` (`offline`, `timeout`, `unauthorized`, `wrong-address`, `service`,
 * `refused`, `cancelled`). Writes never throw for failures of the service or the network.
 */
export interface ServiceApi {
  readonly list: (kind: Kind, window: ListWindow, signal?: AbortSignal) => Promise<ListPage>;
  readonly get: (kind: Kind, id: string) => Promise<LookupResult>;
  /** Looks a natural key up (doc §4: getByKod, materialsBySIFRA, the edge-band list). */
  readonly lookup: (kind: Kind, code: string, signal?: AbortSignal) => Promise<LookupResult>;
  /**
   * Walks the list for records that match.
   *
   * With a hint the service's own search comes first, and its matches are returned with `complete:
   * false`. An aborted signal ends the walk after the present page, incomplete.
   */
  readonly scan: (
    kind: Kind,
    match: (record: JsonObject) => boolean,
    options?: { readonly search?: string; readonly signal?: AbortSignal },
  ) => Promise<Scan>;
  readonly create: (kind: Kind, body: JsonObject) => Promise<RecordOutcome>;
  /** `text` is the exact JSON of `body`. */
  readonly update: (
    kind: Kind,
    id: string,
    body: JsonObject,
    text?: string,
  ) => Promise<RecordOutcome>;
  readonly remove: (kind: Kind, id: string) => Promise<RecordOutcome>;
  readonly upload: (
    kind: Kind,
    source: UploadSource,
    progress?: (sent: number) => void,
    signal?: AbortSignal,
  ) => Promise<UploadOutcome>;
}
