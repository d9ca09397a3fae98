import type { Kind } from '#contract/resources/resource.ts';
import type { Loaded } from './useRecord.ts';

/** Which form a record is shown in. */
export interface ShownForm {
  readonly kind: Kind | null;
  /** The id under which the record came into the form: it stays when the service has given another. */
  readonly id: string;
  /** By what the record is known now. */
  readonly refs: readonly string[];
  /** How many forms were made before this one. */
  readonly made: number;
  /** Somebody put a hand to it, or something typed was found for it. */
  readonly used: boolean;
}

export const NO_FORM: ShownForm = { kind: null, id: '', refs: [], made: 0, used: false };

/**
 * The form for a record. Who walks from record to record has the same one: a form is made once, and only
 * its values change. A form that was used is thrown away with its record, so that nothing of it can reach
 * the next. A record that gets its id from the service is no other: what is typed in it goes on.
 */
export function formFor(form: ShownForm, { kind, ref, record }: Loaded): ShownForm {
  const refs = [ref, record.id];
  if (kind === form.kind && refs.some((each) => form.refs.includes(each)))
    return refs.every((each, at) => each === form.refs[at]) ? form : { ...form, refs };
  const isNew = form.used || kind !== form.kind;
  return { kind, id: ref, refs, made: form.made + (isNew ? 1 : 0), used: false };
}
