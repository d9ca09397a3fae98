import { isNumeric } from '#contract/numbers.ts';
import { isObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { parseDecimal } from '#contract/decimal.ts';
import type { Operation } from '#contract/operations.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import { sameValue } from '#contract/values.ts';
import type { Texts } from '../../../state/typedTexts.ts';
import { readFieldValue } from '../../../fields/model/readTypedValue.ts';
import { fieldOf } from '../../../fields/values/values.ts';

/** An input for a refused change: a field, or a part of a nested field. */
export interface MendInput {
  /** The path, such as `price` or `wymiary.x`. */
  readonly id: string;
  readonly field: string;
  readonly part: string | null;
  readonly spec: Field;
  /** The sent value as editable text. */
  readonly sent: string;
}

const TYPED: ReadonlySet<FieldType> = new Set([
  'text',
  'longText',
  'decimal',
  'number',
  'flag',
  'date',
  'color',
]);

/**
 * Returns the inputs for the sent values that can be typed; files and lists are edited in the
 * record.
 */
export function mendInputs(
  operation: Operation,
  decimal: (value: string) => string,
): readonly MendInput[] {
  return operation.changes.flatMap(({ field, after }): MendInput[] => {
    const spec = fieldOf(operation.kind, field);
    if (spec === undefined) return [];
    if (spec.parts !== undefined && isObject(after))
      return Object.entries(after).flatMap(([part, value]) =>
        input(field, part, spec.parts?.[part], value, decimal),
      );
    return input(field, null, spec, after, decimal);
  });
}

function input(
  field: string,
  part: string | null,
  spec: Field | undefined,
  value: Json | null,
  decimal: (value: string) => string,
): MendInput[] {
  if (spec === undefined || !TYPED.has(spec.type)) return [];
  const numeric = isNumeric(spec);
  const text =
    value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const sent = numeric && parseDecimal(text) !== null ? decimal(text) : text;
  return [{ id: part === null ? field : `${field}.${part}`, field, part, spec, sent }];
}

/** Returns whether the text is valid for the field of the input. */
export function fits({ spec }: MendInput, text: string): boolean {
  const isText = spec.type === 'text' || spec.type === 'longText';
  if (text === '') return spec.create !== 'required' && isText;
  return 'value' in readFieldValue(spec, text);
}

/**
 * Returns the values to queue: only inputs with a changed value, parts collected in their field.
 */
export function mendedValues(inputs: readonly MendInput[], typed: Texts): JsonObject {
  const values: Record<string, Json> = {};
  for (const each of inputs) {
    const text = typed[each.id];
    if (text === undefined || sameValue(each.spec, each.sent, text)) continue;
    const read = readFieldValue(each.spec, text);
    const value = 'value' in read ? read.value : text;
    if (each.part === null) values[each.field] = value;
    else {
      const old = values[each.field];
      values[each.field] = {
        ...(old !== undefined && isObject(old) ? old : {}),
        [each.part]: value,
      };
    }
  }
  return values;
}
