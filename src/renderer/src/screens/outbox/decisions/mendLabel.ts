import type { Operation } from '#contract/operations.ts';
import { textOf } from '../../../i18n/i18n.ts';
import type { MendInput } from '../model/mend.ts';
import { fieldOf } from '../../../fields/values/values.ts';

/** Returns the label of an input; a part is preceded by its field. */
export function mendLabel({ kind }: Operation, { field, part, spec }: MendInput): string {
  const whole = fieldOf(kind, field);
  const own = textOf(spec.label);
  return part === null || whole === undefined ? own : `${textOf(whole.label)} · ${own}`;
}
