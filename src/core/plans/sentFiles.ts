import type { Json } from '#contract/json.ts';
import { fieldAt, valueAt } from '../groups/changes.ts';
import { itemsOf } from '../outbox/createAgain.ts';
import { settled } from '../outbox/patch.ts';
import type { Workspace } from '../workspace.ts';
import type { Subject } from './subject.ts';

/** A staged file that was sent meanwhile is known by the path that the service gave it. */
export function sentBy(ws: Workspace, eid: string, value: Json | null): Json | null {
  return value === null ? null : settled(value, (file) => ws.uploads.pathOf(file, { eid }));
}

/**
 * A value whose copies were not sent yet when it was planned: one that the record shows by its path by now is that
 * path, or it would be sent once more.
 */
export function notTwice(ws: Workspace, eid: string, value: Json, shown: Json | null): Json {
  const known = knownAs(ws, eid, shown);
  return eachOf(value, (item) => known(sentBy(ws, eid, item)) ?? item);
}

/**
 * A value in which each file is what the record shows it as: one that is on its way is shown as the copy that it is,
 * and its path is no other file, which would join while the copy leaves.
 */
export function asShown(
  ws: Workspace,
  eid: string,
  value: Json | null,
  shown: Json | null,
): Json | null {
  const known = knownAs(ws, eid, shown);
  const put = (item: Json): Json => {
    const sent = sentBy(ws, eid, item) ?? item;
    return known(sent) ?? sent;
  };
  return value === null ? null : eachOf(value, put);
}

/** Tells as what a record shows a file, by the path that it was sent under or the copy that it still is. */
function knownAs(ws: Workspace, eid: string, shown: Json | null) {
  const known = new Map(
    itemsOf(shown).map((item) => [JSON.stringify(sentBy(ws, eid, item)), item]),
  );
  return (sent: Json | null) => known.get(JSON.stringify(sent));
}

function eachOf(value: Json, put: (item: Json) => Json): Json {
  return Array.isArray(value) ? value.map(put) : put(value);
}

/** Values under dotted names with each file as the record shows it, so that one that was exported is found again. */
export function filesAsShown(
  ws: Workspace,
  { eid, resource, shown }: Subject,
  values: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const put = (path: string, value: Json): Json => {
    const type = fieldAt(resource, path)?.type;
    if (eid === null || (type !== 'file' && type !== 'files')) return value;
    return asShown(ws, eid, value, valueAt(resource, shown, path)) ?? value;
  };
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => [path, put(path, value)]),
  );
}
