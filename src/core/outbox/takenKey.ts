import type { Issue } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { keyOf } from '../api/identity.ts';
import { texts } from '../store/cells.ts';
import type { Entity } from '../store/entityStore.ts';
import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace.ts';
import { otherFormsOf } from './codeForms.ts';
import { overlay } from './overlay.ts';
import { withOwnCreation } from './ownCreation.ts';
import { idsWithKey, targetIfThere } from './target.ts';

/**
 * What is wrong with a code that a record here has, queued or not, other than the one that asks; null where
 * none has it.
 */
export function takenKey(
  ws: Pick<Workspace, 'cache' | 'meta'>,
  { kind, key, eid }: Pick<Entity, 'kind' | 'key'> & { readonly eid?: string },
): Issue | null {
  const { key: field } = resourceOf(kind);
  if (key === null || field === null) return null;
  const forms = [key, ...otherFormsOf(ws, { kind }, key)];
  const taken = forms.flatMap((form) => idsWithKey(ws.cache, kind, form)).find((id) => id !== eid);
  return taken === undefined ? null : issueOf(field, key, taken);
}

function issueOf(place: string, key: string, taken: string): Issue {
  return {
    place,
    value: JSON.stringify(key),
    expected: `a code that nothing has yet: ${taken} has it, edit that one instead`,
  };
}

/**
 * The same of a code that a change gives a record, inside the transaction of that change. Many are queued one behind the
 * other, and the lists are brought in line behind them all: what each record is shown as by now is what counts.
 */
export function takenByChange(
  ws: Workspace,
  { kind, eid }: Pick<Entity, 'kind' | 'eid'>,
  key: string | null,
): Issue | null {
  const { key: field } = resourceOf(kind);
  if (key === null || field === null) return null;
  const near = [...idsWithKey(ws.cache, kind, key), ...givenLately(ws, kind, field, key)];
  const taken = near.find((id) => id !== eid && isOfOther(ws, { kind, eid, key }, id));
  return taken === undefined ? null : issueOf(field, key, taken);
}

/** The records that were given a code since the lists were brought in line. */
function givenLately(ws: Workspace, kind: Kind, field: string, key: string): readonly string[] {
  const given = prepared(
    ws.work,
    `SELECT DISTINCT d.eid FROM dirty d JOIN operation o ON o.eid = d.eid
       WHERE d.kind = @kind AND o.patch -> '$.values' ->> @field = @key`,
  ).pluck();
  return texts.parse(given.all({ kind, field, key }));
}

function isOfOther(
  ws: Workspace,
  { kind, eid, key }: Pick<Entity, 'kind' | 'eid' | 'key'>,
  id: string,
): boolean {
  const found = targetIfThere(ws, kind, id);
  if (found === null) return false;
  // Its own creation, whose answer was lost, may be in the list under the id of the service.
  const { entity, doc } = withOwnCreation(ws, found);
  if (entity?.eid === eid) return false;
  const open = entity === null ? [] : ws.operations.openOf(entity.eid);
  return keyOf(overlay(resourceOf(kind), doc, open), resourceOf(kind)) === key;
}
