import { createContext } from 'react';
import type { Row } from '#contract/procedures.ts';
import { priceField } from '#contract/resources/price.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { isNamed } from '../search/bestRows.ts';

/** A part of a product draft, which is not a record yet. */
export interface PlannedPart {
  readonly part: string;
  readonly kind: Kind;
  readonly code: string;
  readonly title: string;
  readonly price: string | null;
}

/** The parts of the product draft around a form. A composition can name them. */
export const PlannedParts = createContext<readonly PlannedPart[]>([]);

/** Returns the parts of a kind whose code or name has a text, as rows of a list. */
export function plannedRows(
  parts: readonly PlannedPart[],
  kind: Kind,
  text: string,
): readonly Row[] {
  const { title } = resourceOf(kind);
  const price = priceField(resourceOf(kind));
  return parts
    .filter((part) => part.kind === kind)
    .map((part) => ({
      id: part.part,
      key: part.code,
      pending: 'waiting',
      fields: { [title]: part.title, ...(price !== null && { [price]: part.price }) },
    }))
    .filter((row) => isNamed(row, title, text));
}
