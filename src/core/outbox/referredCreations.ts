import type { JsonObject } from '#contract/json.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { referencesInside } from '../record/references.ts';
import { waitingCreation } from './waitingCreation.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Codes of one composition that are looked up. */
const MOST_CODES = 2_000;

/**
 * Returns the pending operations that create the records which a composition names.
 *
 * A record with this composition waits for them: the service may refuse a code that it does not
 * know. `own` is the entity of that record. The composition is walked once, since it may be large
 * and the caller holds the writer.
 */
export function referredCreations(
  ws: Pick<Workspace, 'entities' | 'operations' | 'facts'>,
  resource: Resource,
  own: string,
  values: JsonObject,
): number[] {
  const fields = Object.entries(values).filter(([name]) => isComposition(resource, name));
  if (fields.length === 0) return [];
  const named = referencesInside(
    resource,
    Object.fromEntries(fields),
    ws.facts.chosenPlaces(resource.kind),
  );
  const codes = [...named.codes()].slice(0, MOST_CODES);
  if (codes.length === 0) return [];
  const found = KINDS.flatMap((kind) =>
    ws.entities
      .newWithKeys(kind, codes)
      .filter(({ eid, key }) => eid !== own && key !== null && named.names(kind, key))
      .flatMap(({ eid }) => waitingCreation(ws, kind, eid)),
  );
  return [...new Set(found)];
}

function isComposition({ fields }: Resource, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name]?.namesParts === true;
}
