import type { JsonObject } from '../json.ts';
import type { Kind } from '../kinds.ts';

/** An uploaded file on the service's disk; `path` is relative, with slashes. */
export interface StoredFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/**
 * The service's state seen from behind, for tests and for playing a second administrator.
 * Records show `_id` as plain text, a material's price under `price`; treat them as read-only.
 */
export interface StateView {
  all(kind: Kind): readonly JsonObject[];
  get(kind: Kind, id: string): JsonObject | undefined;
  /** Adds a record unchecked and returns it with its `_id`. */
  insert(kind: Kind, record: JsonObject): JsonObject;
  /** Sets fields unchecked; throws when there is no such record. */
  patch(kind: Kind, id: string, fields: JsonObject): JsonObject;
  /** Returns whether there was such a record. */
  remove(kind: Kind, id: string): boolean;
  files(): readonly StoredFile[];
}
