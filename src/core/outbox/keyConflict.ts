import { why } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { keyOf } from '../record/identity.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import { texts } from '../store/cells.ts';
import type { Entity } from '../store/entityStore.ts';
import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { keyVariants } from './keyVariants.ts';
import { overlay } from '../record/overlay.ts';
import { withOwnCreation } from './ownCreation.ts';
import { idsWithKey, targetIfThere } from './target.ts';

/**
 * What is wrong with a code that a record here has, queued or not, other than the one that asks; null where
 * none has it.
 */
export function findKeyConflict(
  ws: Pick<Workspace, 'cache' | 'meta'>,
  { kind, key, eid }: Pick<Entity, 'kind' | 'key'> & { readonly eid?: string | undefined },
): Issue | null {
  const { key: field } = resourceOf(kind);
  const holder = codeHolder(ws, { kind, key, eid });
  if (key === null || field === null || holder === null) return null;
  return issueOf(field, key, holder);
}

/** A record by which a code is taken. */
export interface CodeHolder {
  readonly id: string;
  readonly title: string;
}

/** Returns the record here, other than the one that asks, that has a code; null where none has it. */
export function codeHolder(
  ws: Pick<Workspace, 'cache' | 'meta'>,
  { kind, key, eid }: Pick<Entity, 'kind' | 'key'> & { readonly eid?: string | undefined },
): CodeHolder | null {
  if (key === null || resourceOf(kind).key === null) return null;
  const forms = [key, ...keyVariants(ws, { kind }, key)];
  const id = forms.flatMap((form) => idsWithKey(ws.cache, kind, form)).find((each) => each !== eid);
  return id === undefined ? null : holderOf(ws, kind, id);
}

/** Lists show a record by its name. */
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
    expected: `a code that nothing has yet: ${name} has it, edit that one instead`,
    why: why('code-taken', { code: key, name: title }),
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
  return taken === undefined ? null : issueOf(field, key, holderOf(ws, kind, taken));
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
