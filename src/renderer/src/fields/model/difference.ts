import { isNumeric } from '#contract/numbers.ts';
import { addDecimals, parseDecimal, signOf } from '#contract/decimal.ts';
import type { Json } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import { decimalOf } from './fields.ts';

/** The exact difference of two numbers: its sign and its absolute amount. */
export interface Difference {
  readonly sign: -1 | 0 | 1;
  /** A canonical decimal such as `0.40`. */
  readonly by: string;
}

/** Returns the change of a number; null if one side is no number. */
export function differenceOf(
  field: Field | undefined,
  before: Json | null,
  after: Json | null,
): Difference | null {
  if (field === undefined || !isNumeric(field)) return null;
  const [from, to] = [canonical(before), canonical(after)];
  if (from === null || to === null) return null;
  const sum = addDecimals(to, negative(from));
  return { sign: signOf(sum), by: sum.replace('-', '') };
}

function canonical(value: Json | null): string | null {
  const text = decimalOf(value);
  return text === null ? null : parseDecimal(text);
}

function negative(decimal: string): string {
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
}
