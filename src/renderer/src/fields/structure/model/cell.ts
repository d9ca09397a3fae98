import type { Scalar, Suggestions, ValueType } from '#contract/learned.ts';
import { FEWEST_EXAMPLES } from '#contract/learned.ts';
import { parseDecimal } from '#contract/decimal.ts';
import { readTyped, twoReadings } from '#contract/numbers.ts';
import type { Mark } from '#contract/numbers.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';
import type { Shape } from './shape.ts';
import { typeOf } from './layout.ts';

/** Returns a value as the text of its input, with the decimal mark of the language. */
export function cellText(text: string, node: JsonNode | null, shape: Shape, mark: Mark): string {
  if (node === null || node.type === 'null') return '';
  if (node.type === 'object' || node.type === 'list') return text.slice(node.start, node.end);
  if (node.type === 'boolean') return String(node.value);
  // The spelling of the text, since 1.0 and large numbers would not survive their value.
  const shown = node.type === 'number' ? text.slice(node.start, node.end) : String(node.value);
  const isNumber = node.type === 'number' || isNumberText(shape);
  return isNumber && PLAIN.test(shown) ? shown.replace('.', mark) : shown;
}

/** The part of the values from which another one is odd. */
const NEARLY_ALL = 0.95;

const PLAIN = /^-?\d+\.\d+$/;

/** Returns whether the records have a number at a place, mostly written as a text. */
function isNumberText(shape: Shape): boolean {
  const known = shape.known;
  return known !== null && known.min !== undefined && shape.reference === null;
}

/** The JSON of a typed text, and whether another type is usual. */
export interface CellValue {
  /** Null removes the value. */
  readonly literal: string | null;
  readonly isOdd: boolean;
}

/**
 * Returns the JSON that a typed text becomes.
 *
 * A text where nearly all records have a number stays a text, and is marked. So does a number that
 * can be read in two ways, such as `1.234` where the decimal mark is a comma.
 */
export function cellValue(
  typed: string,
  node: JsonNode | null,
  shape: Shape,
  mark: Mark,
): CellValue {
  const type = wantedType(node, shape);
  if (typed === '') return { literal: type === 'text' ? '""' : null, isOdd: false };
  if (type === 'boolean' && (typed === 'true' || typed === 'false'))
    return { literal: typed, isOdd: false };
  const isNumber = type === 'number' && shape.reference === null;
  if (isNumber || isNumberText(shape)) {
    if (twoReadings(typed, mark) !== null) return { literal: JSON.stringify(typed), isOdd: true };
    const number = numberOf(typed, mark);
    if (number !== null)
      return { literal: isNumber ? number : JSON.stringify(number), isOdd: false };
    return { literal: JSON.stringify(typed), isOdd: isNumber };
  }
  if (type === 'number' && /^\d{1,15}$/.test(typed) && String(Number(typed)) === typed)
    return { literal: typed, isOdd: false };
  return { literal: JSON.stringify(typed), isOdd: type === 'boolean' };
}

/** Returns the type that a typed value takes: the one before, or the one that nearly all have. */
function wantedType(node: JsonNode | null, shape: Shape): ValueType {
  const { known } = shape;
  const [usual] = known?.types ?? [];
  const isClear = known !== null && !known.guess && (usual?.share ?? 0) >= NEARLY_ALL;
  return node?.type === 'text' && isClear && usual !== undefined ? usual.type : typeOf(node, shape);
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function numberOf(typed: string, mark: Mark): string | null {
  if (JSON_NUMBER.test(typed)) return typed;
  const read = readTyped(typed, mark);
  if (!('decimal' in read) || parseDecimal(read.decimal) === null) return null;
  return JSON_NUMBER.test(read.decimal) ? read.decimal : null;
}

/** Returns the values that the records have at a place, the most frequent first. */
export function suggestionsAt(shape: Shape): Suggestions {
  const known = shape.known;
  if (known === null || shape.reference !== null || known.min !== undefined) return NONE;
  const counted = known.values ?? [];
  const values = counted
    .filter(({ value }) => isText(value))
    .map(({ value, count }) => ({ value: String(value), count, near: null, recent: false }));
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const isShared = total >= FEWEST_EXAMPLES && counted.length * 2 <= total;
  return { values, shared: known.complete && isShared };
}

const NONE: Suggestions = { values: [], shared: false };

function isText(value: Scalar): boolean {
  return typeof value === 'string' && value !== '';
}

/** Returns the one value that nearly all records have at a place; null if they differ. */
export function constantAt(shape: Shape): Scalar | null {
  const { known, reference } = shape;
  const counted = known?.values ?? [];
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const [first] = counted;
  if (first === undefined || reference !== null || total < FEWEST_EXAMPLES) return null;
  return first.value !== '' && first.count >= total * NEARLY_ALL ? first.value : null;
}
