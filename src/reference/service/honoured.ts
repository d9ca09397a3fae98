import { pick } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Variant } from '../variant.ts';
import { Refusal } from './refusal.ts';

/**
 * Returns the fields of an update that are stored as they are given (doc §2.3, §2.5).
 *
 * `documented` are stored, `steering` never. The variant decides about all others.
 */
export function honoured(
  { updatesHonoured }: Variant,
  body: JsonObject,
  documented: ReadonlySet<string>,
  steering: ReadonlySet<string>,
): JsonObject {
  const other = Object.keys(body).find((key) => !documented.has(key) && !steering.has(key));
  if (updatesHonoured === 'refused' && other !== undefined)
    throw new Refusal(400, `"${other}" is not allowed`);
  return pick(body, (key) =>
    updatesHonoured === 'all' ? !steering.has(key) : documented.has(key),
  );
}
