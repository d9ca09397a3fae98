import { textOf } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { Kind } from '../kinds.ts';
import type { Variant } from '../variant.ts';

/** The name of a material's price: doc §2.4 names one for reads and one for the rest. */
export type PriceName = 'CIJENA' | 'price';

/** Returns a stored record in the form of this variant. */
export function present(
  variant: Variant,
  kind: Kind,
  record: JsonObject,
  priceName: PriceName = 'CIJENA',
): JsonObject {
  if (kind === 'fittings') return presentFitting(variant, record);
  if (kind === 'materials') return presentMaterial(variant, record, priceName);
  if (kind === 'products') return presentProduct(variant, record);
  return { ...record, _id: idForm(variant.edgeBandIdShape, record) };
}

function idForm(shape: 'string' | 'oid', record: JsonObject): JsonValue {
  const id = textOf(record['_id']) ?? '';
  return shape === 'oid' ? { $oid: id } : id;
}

function presentFitting(variant: Variant, record: JsonObject): JsonObject {
  const _id = idForm(variant.idShape, record);
  const asNumber = variant.priceForm === 'number' && record['price'] !== undefined;
  return asNumber ? { ...record, _id, price: numberOr(record['price']) } : { ...record, _id };
}

function presentMaterial(variant: Variant, record: JsonObject, name: PriceName): JsonObject {
  const { price, ...rest } = record;
  const shown = { ...rest, _id: idForm(variant.idShape, record) };
  if (price === undefined) return shown;
  return name === 'CIJENA'
    ? { ...shown, CIJENA: typeof price === 'number' ? String(price) : price }
    : { ...shown, price: numberOr(price) };
}

function presentProduct(variant: Variant, record: JsonObject): JsonObject {
  const shown: JsonObject = { ...record, _id: idForm(variant.idShape, record) };
  const word = variant.statusForm === 'word' ? wordFor(record['status']) : undefined;
  return word === undefined ? shown : { ...shown, status: word };
}

function wordFor(status: JsonValue | undefined): string | undefined {
  if (status === '1') return 'active';
  return status === '0' ? 'draft' : undefined;
}

// A stored price that is no number is returned unchanged.
function numberOr(price: JsonValue | undefined): JsonValue {
  const number = typeof price === 'string' && price.trim() !== '' ? Number(price) : NaN;
  return Number.isFinite(number) ? number : (price ?? null);
}
