import type { JsonObject } from '#contract/json.ts';
import { readValue, sameValue } from '#contract/values.ts';
import type { Job } from './run.ts';

/**
 * What these operations sent and did not see kept, as far as the record holds it by now: a copy that was behind had been
 * read, and no other hand has put it there.
 */
export function arrivedOf(
  { run: { ws }, entity, resource }: Job,
  seqs: readonly number[],
  theirs: JsonObject,
): JsonObject {
  const sent = ws.activity.notKept(entity.eid, seqs);
  return Object.fromEntries(
    sent.flatMap(({ field: name, sent: value }) => {
      const field = resource.fields[name];
      const there = field === undefined ? undefined : readValue(name, field, theirs);
      if (field === undefined || there === undefined || field.type === 'files') return [];
      return sameValue(field, there, value) ? [[name, there]] : [];
    }),
  );
}
