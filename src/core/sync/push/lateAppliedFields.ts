import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import { readValue, sameValue } from '#contract/values.ts';
import type { OperationContext } from './run.ts';

/**
 * Returns the values that these operations sent, seemed not kept, and that the record holds now.
 *
 * The earlier read-after-write check had read a lagging replica; no other user set them. Of a group
 * only the sent parts are returned.
 */
export function lateAppliedFields(
  { run: { ws }, entity, resource }: OperationContext,
  seqs: readonly number[],
  theirs: JsonObject,
): JsonObject {
  const arrived = new Map<string, Json>();
  for (const { field: name, sent } of ws.activity.notKept(entity.eid, seqs)) {
    const field = resource.fields[name];
    const there = field === undefined ? undefined : readValue(name, field, theirs);
    if (field === undefined || there === undefined || field.type === 'files') continue;
    const held = heldOf(field, sent, there);
    if (held === undefined) continue;
    const old = arrived.get(name);
    const isPart = field.parts !== undefined && old !== undefined && isObject(old);
    arrived.set(name, isPart && isObject(held) ? { ...old, ...held } : held);
  }
  return Object.fromEntries(arrived);
}

/**
 * Returns the part of a sent value that the record holds: all of it, and for a group each matching
 * part.
 */
function heldOf(field: Field, sent: Json, there: Json): Json | undefined {
  const { parts } = field;
  if (parts === undefined || !isObject(sent) || !isObject(there))
    return sameValue(field, there, sent) ? there : undefined;
  const held = Object.entries(there).filter(([name, part]) => {
    const known = Object.hasOwn(sent, name) ? parts[name] : undefined;
    return known !== undefined && sameValue(known, part, own(sent, name));
  });
  return held.length === 0 ? undefined : Object.fromEntries(held);
}
