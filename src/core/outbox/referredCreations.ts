import type { Json, JsonObject } from '#contract/json.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { referencePaths } from '../record/references.ts';
import { waitingCreation } from './waitingCreation.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Codes of one composition that are looked up. */
const MOST_CODES = 2_000;

/**
 * Returns the pending operations that create the records which a composition names.
 *
 * A record with this composition waits for them: the service may refuse a code that it does not
 * know. `own` is the entity of that record.
 */
export function referredCreations(
  ws: Pick<Workspace, 'entities' | 'operations'>,
  resource: Resource,
  own: string,
  values: JsonObject,
): number[] {
  const fields = Object.entries(values).filter(([name]) => isComposition(resource, name));
  const parts = Object.fromEntries(fields);
  const codes = codesIn(parts);
  if (codes.length === 0) return [];
  const found = KINDS.flatMap((kind) =>
    ws.entities
      .newWithKeys(kind, codes)
      .filter(({ key: code, title }) => {
        const target = { kind, code, serviceId: null, title };
        return referencePaths(resource, parts, target).length > 0;
      })
      .filter(({ eid }) => eid !== own)
      .flatMap(({ eid }) => waitingCreation(ws, kind, eid)),
  );
  return [...new Set(found)];
}

function isComposition({ fields }: Resource, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name]?.namesParts === true;
}

/** Returns every text, number and key inside a value. */
function codesIn(value: JsonObject): readonly string[] {
  const codes = new Set<string>();
  const open: Json[] = Object.values(value);
  while (open.length > 0 && codes.size < MOST_CODES) {
    const next = open.pop() ?? null;
    if (typeof next === 'string' || typeof next === 'number') codes.add(String(next));
    else if (typeof next === 'object' && next !== null)
      for (const [key, inner] of Object.entries(next)) {
        codes.add(key);
        open.push(inner);
      }
  }
  return [...codes];
}
