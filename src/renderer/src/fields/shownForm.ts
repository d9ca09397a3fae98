import type { Kind } from '#contract/resources/resource.ts';
import type { Loaded } from './useRecord.ts';

/** The form that a record is shown in. */
export interface ShownForm {
  readonly kind: Kind | null;
  /**
   * The id that the record had when it came into the form; it stays if the service gives another.
   */
  readonly id: string;
  /** The current ids of the record. */
  readonly refs: readonly string[];
  /** The number of forms created before this one. */
  readonly made: number;
  /** True if the user touched the form, or a draft was found for it. */
  readonly used: boolean;
}

export const NO_FORM: ShownForm = { kind: null, id: '', refs: [], made: 0, used: false };

/**
 * Returns the form for a record.
 *
 * An unused form is reused for the next record, and only its values change. A used form is
 * replaced, so that no input reaches another record. A record that gets its id from the service
 * keeps its form.
 */
export function formFor(form: ShownForm, { kind, ref, record }: Loaded): ShownForm {
  const refs = [ref, record.id];
  if (kind === form.kind && refs.some((each) => form.refs.includes(each)))
    return refs.every((each, at) => each === form.refs[at]) ? form : { ...form, refs };
  const isNew = form.used || kind !== form.kind;
  return { kind, id: ref, refs, made: form.made + (isNew ? 1 : 0), used: false };
}
