import { pick } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Kind } from '../kinds.ts';

/** Returns the stored form of a record: `_id` first and as text, one name for the price. */
export function toNormal(kind: Kind, id: string, record: JsonObject): JsonObject {
  const rest = pick(record, (key) => key !== '_id');
  if (kind === 'fittings') return { _id: id, ...withTextPrice(rest) };
  if (kind === 'materials') return { _id: id, ...withOnePrice(rest) };
  return { _id: id, ...rest };
}

function withTextPrice(record: JsonObject): JsonObject {
  const price = record['price'];
  return typeof price === 'number' ? { ...record, price: String(price) } : record;
}

// A material's price has two names (doc §2.4) but one value; the list's name wins when both are
// given.
function withOnePrice(record: JsonObject): JsonObject {
  const { CIJENA, ...rest } = record;
  // A number in CIJENA, which holds text, is old data from elsewhere and stays unchanged.
  if (typeof CIJENA === 'number' && rest['price'] === undefined) return record;
  return CIJENA === undefined ? record : { ...rest, price: CIJENA };
}
