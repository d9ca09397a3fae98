import type { JsonObject } from '../json.ts';
import type { Kind } from '../kinds.ts';

/** An uploaded file on the service's disk; `path` is relative, with slashes. */
export interface StoredFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/**
 * Direct access to the service's state, for tests and for a simulated second administrator.
 *
 * Records have `_id` as plain text and a material's price under `price`. Treat them as read-only.
 */
export interface StateView {
  all(kind: Kind): readonly JsonObject[];
  get(kind: Kind, id: string): JsonObject | undefined;
  /** Adds a record without validation and returns it with its `_id`. */
  insert(kind: Kind, record: JsonObject): JsonObject;
  /** Sets fields without validation; throws when the record does not exist. */
  patch(kind: Kind, id: string, fields: JsonObject): JsonObject;
  /** Removes a record; returns whether it existed. */
  remove(kind: Kind, id: string): boolean;
  files(): readonly StoredFile[];
}
