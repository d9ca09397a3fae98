import type { JsonObject } from '../json.ts';
import type { Field, Label } from './field.ts';

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
interface UploadSpec {
  readonly path: string;
  readonly extensions: readonly string[] | null;
}

/** A request that looks up a record by its code. */
type LookupRequest =
  | { readonly by: 'path'; readonly path: string }
  | { readonly by: 'query'; readonly path: string; readonly param: string };

/**
 * How a kind is listed, and how a record is looked up by its code.
 *
 * A kind with pages has no look-up in its list: one page cannot tell that a code is missing.
 */
type Listing =
  | { readonly paged: true; readonly lookup: LookupRequest | null }
  | { readonly paged: false; readonly lookup: LookupRequest | { readonly by: 'list' } | null };

/** The symbols of kinds that the window can draw. */
export type KindIcon = 'wardrobe' | 'bolt' | 'layers' | 'tape' | 'panel' | 'box';

/** The name of a kind behind a number; Polish takes the genitive (*10 okuć*, *1 okucia*). */
interface Counted {
  readonly en: { readonly one: string; readonly many: string };
  readonly pl: { readonly one: string; readonly many: string };
}

/** The part of a kind in a product draft and its manifest. */
interface DraftRole {
  /** The manifest's name of the list of parts, or of the product itself. */
  readonly name: string;
  /** The kind of the product itself: a draft has at most one, and queues it last. */
  readonly isProduct: boolean;
  /** Parts are created in ascending order, since a part must exist before its users (doc §1). */
  readonly order: number;
  /** The manifest's names of files, with their fields. */
  readonly files: Readonly<Record<string, string>>;
}

/** The problem rules about a code that is not in the catalogue; a new kind takes the last one. */
export type UnknownCodeRule =
  'unknown-material' | 'unknown-fitting' | 'unknown-edge-band' | 'unknown-record';

/** A size that a complete record has. */
export type SizeSpec =
  /** One field must be given. */
  | { readonly need: 'field'; readonly field: string }
  /** A group must have these parts. */
  | { readonly need: 'parts'; readonly field: string; readonly parts: readonly string[] }
  /** Either all of these fields are given, or none. */
  | { readonly need: 'all-or-none'; readonly fields: readonly string[] }
  /** An object inside an open field: each part that it has must be filled. */
  | { readonly need: 'filled'; readonly field: string; readonly part: string };

/** One value by which prices are compared. */
export type PriceGroupPart =
  | { readonly field: string; readonly as: 'text' | 'number' }
  /** Only the first words of the text count. */
  | { readonly field: string; readonly as: 'words'; readonly words: number };

/** The records whose prices are compared with each other. */
interface PriceGroup {
  readonly parts: readonly PriceGroupPart[];
  /** `all`: a record with a blank part is in no group; `any`: one filled part is enough. */
  readonly need: 'all' | 'any';
}

interface Facts<K extends string> {
  /** The kind as users type it. */
  readonly kind: K;
  readonly label: Label;
  readonly singular: Label;
  readonly counted: Counted;
  readonly icon: KindIcon;
  /** Rail, palette and number keys list the kinds in ascending order. */
  readonly order: number;
  /** Null for a kind that is no part of a product. */
  readonly draft: DraftRole | null;
  readonly fields: Readonly<Record<string, Field>>;
  readonly groups: Readonly<Record<string, Label>>;
  /** The natural key; null where the document names none (products). */
  readonly key: string | null;
  readonly title: string;
  /** How compositions name the code of this kind, and the problem of an unknown one. */
  readonly referredBy: { readonly name: string; readonly rule: UnknownCodeRule } | null;
  readonly sizes: readonly SizeSpec[];
  /** The fields that are compared with the size of the 3D model: the size, and its scale. */
  readonly modelSize: {
    readonly model: string;
    readonly size: string;
    readonly scale: readonly [field: string, part: string];
  } | null;
  readonly priceGroup: PriceGroup | null;
  /** Paths of the kind, the likeliest first (doc §4). */
  readonly paths: readonly string[];
  readonly listKey: string;
  readonly totalKey: string;
  /** The name of the wrapper around a single record. */
  readonly singleKey: string;
  readonly offersAll: boolean;
  readonly bulkPath: string | null;
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

/** The descriptor of one kind: everything that Cabinet knows about it. */
export type Descriptor<K extends string = string> = Facts<K> & Listing;

/** Describes a kind; the compiler refuses a descriptor that cannot work. */
export function describeKind<const K extends string>(descriptor: Descriptor<K>): Descriptor<K> {
  return descriptor;
}
