import type { JsonObject } from '#contract/json.ts';
import type { NoWords } from '#contract/operations.ts';
import type { RowShape } from '../store/rowShape.ts';
import type { EntryDigests, Remembered } from './entryDigests.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** One record of an answer: its id, the exact JSON text the service sent, and that text parsed. */
export interface RawRecord {
  readonly id: string;
  readonly text: string;
  readonly record: JsonObject;
}

/** One record of a list: as it was sent, byte for byte, and what the mirror's list keeps of it. */
export interface ListedRecord {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly digest: Uint8Array;
  /** The bytes as text. */
  readonly text: string;
  /** Derived when it is asked for, or before, in another thread. */
  readonly row: RowShape;
}

/** One page of a list (doc §4); `total` is null where the service gave none that can be read. */
export interface ListPage {
  /** The ids of all records of the page, in the service's order. */
  readonly ids: readonly string[];
  /** The records themselves, without those that were recognised as what is remembered. */
  readonly items: readonly ListedRecord[];
  /** What to remember of the page; null where it cannot be taken apart. */
  readonly pieces: EntryDigests | null;
  readonly total: number | null;
  /** Entries without a usable id: kept out of `items`, counted, quoted for the person. */
  readonly odd: readonly string[];
  readonly bytes: number;
  /** A digest of the answer's bytes: equal digests are equal answers. */
  readonly digest: string;
  /** The answer's digest equals `ListWindow.known`: it was not read, `items` is empty, `total` null. */
  readonly unchanged: boolean;
}

/** What a read of one record found; `unclear` is an answer that proves neither. */
export type Found =
  | { readonly found: 'present'; readonly record: RawRecord }
  | { readonly found: 'absent' }
  | { readonly found: 'unclear'; readonly answer: string };

/** Why a request surely had no effect; the operation keeps its place and waits. */
export type NotAppliedCause =
  'offline' | 'unauthorized' | 'too-many' | 'untrusted' | 'wrong-address';

/**
 * A request whose effect is known or not known: never anything in between. Where `noWords` is given the
 * message is a sentence of ours, since the service said nothing.
 */
export type WriteOutcome<Applied> =
  | ({ readonly outcome: 'applied'; readonly status: number; readonly answer: string } & Applied)
  /** The service said no to this one; its words are in `message`. */
  | {
      readonly outcome: 'refused';
      readonly status: number;
      readonly message: string;
      readonly noWords?: NoWords;
    }
  | {
      readonly outcome: 'not-applied';
      readonly cause: NotAppliedCause;
      readonly message: string;
      readonly status: number | null;
      /** How long the service asked to be left alone, in milliseconds. */
      readonly retryAfter: number | null;
      readonly noWords?: NoWords;
    }
  /** Sent, and no answer that settles it: reset, time-out, any 5xx, an answer that does not parse. */
  | {
      readonly outcome: 'unknown';
      readonly message: string;
      readonly status: number | null;
      readonly noWords?: NoWords;
    };

/** The record a write answered with, where it gave one; `id` alone where only that could be read. */
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
  /** The digest of the last answer to the same window: an equal answer is not read again. */
  readonly known?: string;
  /** The same, record by record. */
  readonly remembered?: Remembered;
  /** Told when the answer has come and is being taken apart beside this thread: the line is free again. */
  readonly come?: () => void;
}

/** What a walk over a list found; only a complete one proves that nothing else matches. */
export interface Scan {
  readonly matches: readonly RawRecord[];
  /** The whole list was walked, totals and overlaps agreed, and no odd entry matches. */
  readonly complete: boolean;
}

/** A staged copy on local disk, what it was when it was made, and the name under which it is sent. */
export interface UploadSource {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** What was learned about one service and is kept with its profile. */
export interface Capabilities {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, value: string) => void;
}

/** Where requests go and as whom; the token is asked for anew for every request. */
export interface ServiceTarget {
  readonly url: string;
  readonly token: () => string | null;
}

/**
 * The service of the document. Reads throw `AppError` (`offline`, `timeout`, `unauthorized`,
 * `wrong-address`, `service`, `refused`, `cancelled`); writes never throw for what the service or the network does.
 */
export interface ServiceApi {
  readonly list: (kind: Kind, window: ListWindow, signal?: AbortSignal) => Promise<ListPage>;
  readonly get: (kind: Kind, id: string) => Promise<Found>;
  /** Looks a natural key up (doc §4: getByKod, materialsBySIFRA, the edge-band list). */
  readonly lookup: (kind: Kind, code: string) => Promise<Found>;
  /**
   * Walks the list for records that match; where a hint is given the service's own search comes first,
   * and what it finds is given back with `complete: false`.
   */
  readonly scan: (
    kind: Kind,
    match: (record: JsonObject) => boolean,
    hint?: { readonly search?: string },
  ) => Promise<Scan>;
  readonly create: (kind: Kind, body: JsonObject) => Promise<RecordOutcome>;
  readonly update: (kind: Kind, id: string, body: JsonObject) => Promise<RecordOutcome>;
  readonly remove: (kind: Kind, id: string) => Promise<RecordOutcome>;
  readonly upload: (
    kind: Kind,
    source: UploadSource,
    progress?: (sent: number) => void,
    signal?: AbortSignal,
  ) => Promise<UploadOutcome>;
}
