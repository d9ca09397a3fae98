import { parseDecimal } from '#contract/decimal.ts';
import { valuesByKey } from '#contract/jsonNodes.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';
import type { Reference } from '#contract/learned.ts';
import { likeness, NO_SHAPE, USUAL } from './shape.ts';
import type { Shape } from './shape.ts';

/** A record that a composition names, and how much of it is needed. */
export interface CountedPart {
  readonly reference: Reference;
  readonly ref: string;
  /** A canonical decimal; null where the amount is missing or no number. */
  readonly amount: string | null;
}

/** Names of amounts, for rows with several numbers. */
const AMOUNT = /^(?:ilo[sś][cć]|qty|quantity|count|amount|szt|sztuki|metry)$/iu;

/**
 * Returns the parts of a composition that have an amount in other records.
 *
 * A row without a place for an amount, such as a variant in another colour, is no part.
 */
export function countedParts(node: JsonNode | null, shape: Shape): readonly CountedPart[] {
  if (node?.type === 'list')
    return node.items.flatMap((item) => countedParts(item, shape.item ?? NO_SHAPE));
  if (node?.type !== 'object') return [];
  const values = valuesByKey(node);
  const shapeOf = (key: string) =>
    shape.keys.get(key) ?? shape.entry ?? likeShape(values.get(key), shape) ?? NO_SHAPE;
  const amountKey = amountKeyOf(shape);
  const named = [...values].flatMap(([key, value]): readonly CountedPart[] => {
    const { reference } = shapeOf(key);
    const ref = textOf(value);
    if (amountKey === null || reference === null || ref === '') return [];
    return [{ reference, ref, amount: amountOf(values.get(amountKey)) }];
  });
  const { keyReference } = shape;
  const keyed = [...values].flatMap(([key, value]): readonly CountedPart[] => {
    const amount = keyReference === null ? undefined : amountBelow(value, shapeOf(key));
    return keyReference === null || amount === undefined
      ? []
      : [{ reference: keyReference, ref: key, amount }];
  });
  const inner = [...values].flatMap(([key, value]) => countedParts(value, shapeOf(key)));
  return [...named, ...keyed, ...inner];
}

/** Returns the shape of a part under a new key: that of a part with much the same keys. */
function likeShape(node: JsonNode | undefined, { keys }: Shape): Shape | null {
  if (node?.type !== 'object') return null;
  const held = valuesByKey(node);
  const inner = [...keys.values()].filter((shape) => shape.keys.size > 0);
  return inner.find((shape) => likeness(held, shape.keys) >= USUAL) ?? null;
}

/** Returns the amount of a key; undefined where the records have none. */
function amountBelow(value: JsonNode, shape: Shape): string | null | undefined {
  if (value.type !== 'object') return isNumeric(shape) ? amountOf(value) : undefined;
  const key = amountKeyOf(shape);
  return key === null ? undefined : amountOf(valuesByKey(value).get(key));
}

/** Returns the key that holds the amount of a row; null where it is not clear. */
function amountKeyOf({ keys }: Shape): string | null {
  const numeric = [...keys].filter(([, shape]) => isNumeric(shape)).map(([key]) => key);
  const named = numeric.filter((key) => AMOUNT.test(key));
  const [only, ...others] = named.length > 0 ? named : numeric;
  return only === undefined || others.length > 0 ? null : only;
}

function isNumeric({ known, reference }: Shape): boolean {
  return reference === null && known?.min !== undefined;
}

function amountOf(node: JsonNode | undefined): string | null {
  return node === undefined ? null : parseDecimal(textOf(node));
}

function textOf(node: JsonNode): string {
  const isText = node.type === 'text' || node.type === 'number';
  return isText ? String(node.value).trim() : '';
}
