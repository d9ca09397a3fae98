import type { Kind } from '#contract/resources/resource.ts';
import type { Field } from './drafts.ts';

/** One value that the person gave, and its known outcome. */
export interface Edit {
  readonly value: number;
  readonly eid: string | null;
  readonly field: Field;
  operation: string | null;
}

/** A record the person had created, by the value in its code. */
export interface Creation {
  readonly kind: Kind;
  readonly value: number;
  eid: string;
  operation: string;
}

/** The request in progress when the program died; it may be on disk or not. */
export type Unsure =
  | { readonly what: 'create'; readonly kind: Kind; readonly value: number }
  | { readonly what: 'edit'; readonly edits: readonly (Edit & { readonly eid: string })[] }
  | {
      readonly what: 'end';
      readonly operations: readonly string[];
      /** Those of which a conflict is settled by it. */
      readonly settles?: readonly string[];
    }
  | { readonly what: 'sides'; readonly operation: string; readonly fields: readonly string[] }
  | { readonly what: 'remove'; readonly eid: string };
