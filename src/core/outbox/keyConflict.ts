import { why } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { keyOf } from '../record/identity.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import { texts } from '../store/cells.ts';
import type { Db } from '../store/database.ts';
import type { Entity } from '../store/entityStore.ts';
import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { keyVariants } from './keyVariants.ts';
import { overlay } from '../record/overlay.ts';
import { withOwnCreation } from './ownCreation.ts';
import { idsWithKey, targetIfThere } from './target.ts';

/** Returns an issue if another record has a code, pending changes included; null otherwise. */
export function findKeyConflict(
  ws: Pick<Workspace, 'cache' | 'meta'>,
  { kind, key, eid }: Pick<Entity, 'kind' | 'key'> & { readonly eid?: string | undefined },
): Issue | null {
  const { key: field } = resourceOf(kind);
  const holder = codeHolder(ws, { kind, key, eid });
  if (key === null || field === null || holder === null) return null;
  return issueOf(field, key, holder);
}

/** A record that holds a code. */
export interface CodeHolder {
  readonly id: string;
  readonly title: string;
}

/** Returns the record, other than `eid`, that has a code; null if there is none. */
export function codeHolder(
  ws: Pick<Workspace, 'cache' | 'meta'>,
  { kind, key, eid }: Pick<Entity, 'kind' | 'key'> & { readonly eid?: string | undefined },
): CodeHolder | null {
  if (key === null || resourceOf(kind).key === null) return null;
  const ids = idsWithKeys(ws.cache, kind, formsOfKey(ws, kind, key));
  const id = ids.find((each) => each !== eid);
  return id === undefined ? null : holderOf(ws, kind, id);
}

/** Returns a code and the other forms in which the service may store it. */
function formsOfKey(ws: Pick<Workspace, 'meta'>, kind: Kind, key: string): readonly string[] {
  return [key, ...keyVariants(ws, { kind }, key)];
}

function idsWithKeys(cache: Db, kind: Kind, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => idsWithKey(cache, kind, key));
}

/** Returns a holder with the title that lists show. */
function holderOf({ cache }: Pick<Workspace, 'cache'>, kind: Kind, id: string): CodeHolder {
  const title = prepared(
    cache,
    `SELECT fields ->> '$.${resourceOf(kind).title}' FROM ${tablesOf(kind).rows} WHERE id = ?`,
  ).pluck();
  return { id, title: titleText.parse(title.get(id)) || id };
}

const titleText = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((text) => text ?? '');

function issueOf(place: string, key: string, { id, title }: CodeHolder): Issue {
  const name = title === id ? id : `“${title}”`;
  return {
    place,
    value: JSON.stringify(key),
    ...expecting('freeCode', { name }),
    why: why('code-taken', { code: key, name: title }),
  };
}

/**
 * Returns an issue if another record has the code that a change gives.
 *
 * Call inside the transaction of the change. Lists are updated only after all changes of a
 * transaction are queued, so the current state of each record is compared.
 */
export function takenByChange(
  ws: Workspace,
  { kind, eid }: Pick<Entity, 'kind' | 'eid'>,
  key: string | null,
): Issue | null {
  const { key: field } = resourceOf(kind);
  if (key === null || field === null) return null;
  const keys = formsOfKey(ws, kind, key);
  const near = [...idsWithKeys(ws.cache, kind, keys), ...givenLately(ws, kind, field, keys)];
  const taken = near.find((id) => id !== eid && isOfOther(ws, { kind, eid, keys }, id));
  return taken === undefined ? null : issueOf(field, key, holderOf(ws, kind, taken));
}

/** Returns the records that were given one of some codes since the lists were updated. */
function givenLately(
  ws: Workspace,
  kind: Kind,
  field: string,
  keys: readonly string[],
): readonly string[] {
  const given = prepared(
    ws.work,
    `SELECT DISTINCT d.eid FROM dirty d JOIN operation o ON o.eid = d.eid
       WHERE d.kind = @kind
         AND o.patch -> '$.values' ->> @field IN (SELECT value FROM json_each(@keys))`,
  ).pluck();
  return texts.parse(given.all({ kind, field, keys: JSON.stringify(keys) }));
}

function isOfOther(
  ws: Workspace,
  { kind, eid, keys }: Pick<Entity, 'kind' | 'eid'> & { readonly keys: readonly string[] },
  id: string,
): boolean {
  const found = targetIfThere(ws, kind, id);
  if (found === null) return false;
  // The record's own creation, whose response was lost, may be listed under the service's id.
  const { entity, doc } = withOwnCreation(ws, found);
  if (entity?.eid === eid) return false;
  const open = entity === null ? [] : ws.operations.openOf(entity.eid);
  return keys.includes(keyOf(overlay(resourceOf(kind), doc, open), resourceOf(kind)) ?? '');
}
