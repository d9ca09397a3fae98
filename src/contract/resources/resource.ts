import type { JsonObject } from '../json.ts';
import type { Field, Label } from './field.ts';

/** The four kinds of records, as users type them. */
export const KINDS = ['fittings', 'materials', 'products', 'edge-bands'] as const;
export type Kind = (typeof KINDS)[number];

/** Files added to and removed from a list in one change. */
export interface FilesChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A change ready for a request: normal values, and service paths for all files. */
export interface WireChange {
  readonly values: JsonObject;
  /** The added and removed files of each `files` field. */
  readonly files: Readonly<Record<string, FilesChange>>;
  /** The service's earlier values of the changed fields; a replaced file is named by its path. */
  readonly before: JsonObject;
}

/** The allowed file names of an upload; null where the document does not say (doc §8). */
export interface UploadSpec {
  readonly path: string;
  readonly extensions: readonly string[] | null;
}

/** How a record is looked up by its code. */
export type Lookup =
  | { readonly by: 'path'; readonly path: string }
  | { readonly by: 'query'; readonly path: string; readonly param: string }
  | { readonly by: 'list' };

/** The descriptor of one kind. */
export interface Resource {
  readonly kind: Kind;
  readonly label: Label;
  readonly singular: Label;
  readonly fields: Readonly<Record<string, Field>>;
  readonly groups: Readonly<Record<string, Label>>;
  /** The natural key; null where the document names none (products). */
  readonly key: string | null;
  readonly title: string;
  /** Paths of the kind, the likeliest first (doc §4). */
  readonly paths: readonly string[];
  readonly listKey: string;
  readonly totalKey: string;
  /** The name of the wrapper around a single record. */
  readonly singleKey: string;
  readonly paged: boolean;
  readonly offersAll: boolean;
  readonly bulkPath: string | null;
  readonly lookup: Lookup | null;
  readonly upload: UploadSpec | null;
  /** Fields whose uploaded path identifies a record as created by us. */
  readonly markers: readonly string[];
  readonly toCreate: (draft: JsonObject) => JsonObject;
  /** Returns the PATCH bodies of one change, in order. */
  readonly toUpdate: (change: WireChange, form: number) => readonly JsonObject[];
  /** The number of `toUpdate` forms to try where the document leaves the body open. */
  readonly updateForms: number;
  /** An added file replaces a removed one, so a file removed on the service is a conflict. */
  readonly swapsFiles: boolean;
  /** Returns why a change of files cannot be sent, or null. */
  readonly filesFault: (field: string, change: FilesChange) => string | null;
}
