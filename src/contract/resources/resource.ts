import type { JsonObject } from '../json.ts';
import type { Field, Label } from './field.ts';

/** The four kinds of resource, spelled as people type them. */
export const KINDS = ['fittings', 'materials', 'products', 'edge-bands'] as const;
export type Kind = (typeof KINDS)[number];

/** Files given to and taken from a list of files in one change. */
export interface FilesChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A change ready for the wire: normal values, every file already a path of the service. */
export interface WireChange {
  readonly values: JsonObject;
  /** For each field of type `files`: what is added and removed. */
  readonly files: Readonly<Record<string, FilesChange>>;
  /** What the service held in each changed field before: a replaced file is named by its path. */
  readonly before: JsonObject;
}

/** How the file names of an upload are limited; null where the document does not say (doc §8). */
export interface UploadSpec {
  readonly path: string;
  readonly extensions: readonly string[] | null;
}

/** How one record is found by its code. */
export type Lookup =
  | { readonly by: 'path'; readonly path: string }
  | { readonly by: 'query'; readonly path: string; readonly param: string }
  | { readonly by: 'list' };

/** Everything that is particular to one kind of resource. */
export interface Resource {
  readonly kind: Kind;
  readonly label: Label;
  readonly singular: Label;
  readonly fields: Readonly<Record<string, Field>>;
  readonly groups: Readonly<Record<string, Label>>;
  /** The natural key, unique by its meaning; null where the document names none (products). */
  readonly key: string | null;
  readonly title: string;
  /** Where the resource lives, the likeliest path first (doc §4). */
  readonly paths: readonly string[];
  readonly listKey: string;
  readonly totalKey: string;
  /** The name under which a single record may be wrapped. */
  readonly singleKey: string;
  readonly paged: boolean;
  readonly offersAll: boolean;
  readonly bulkPath: string | null;
  readonly lookup: Lookup | null;
  readonly upload: UploadSpec | null;
  /** Fields whose uploaded path recognises a record as the one we created. */
  readonly markers: readonly string[];
  readonly toCreate: (draft: JsonObject) => JsonObject;
  /** The requests of one change, in order; each is one PATCH body. */
  readonly toUpdate: (change: WireChange, form: number) => readonly JsonObject[];
  /** How many forms of `toUpdate` are worth trying where the document leaves the body open. */
  readonly updateForms: number;
  /** A file added takes the place of one removed, so that one removed by others is a clash. */
  readonly swapsFiles: boolean;
  /** Says why a change of files cannot be sent, or null when it can. */
  readonly filesFault: (field: string, change: FilesChange) => string | null;
}
