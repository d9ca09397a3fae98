import type { Json } from '#contract/json.ts';
import { fieldAt, valueAt } from '../record/valueChanges.ts';
import { itemsOf } from '../outbox/recreate.ts';
import { settled } from '../record/patch.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Subject } from './subject.ts';

/** A staged file that was sent meanwhile is known by the path that the service gave it. */
export function sentBy(ws: Workspace, eid: string, value: Json | null): Json | null {
  return value === null ? null : settled(value, (file) => ws.uploads.pathOf(file, { eid }));
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

type Values = Readonly<Record<string, Json>>;

/** Values under dotted names with each file as the record shows it, so that one that was exported is found again. */
export function filesAsShown(ws: Workspace, subject: Subject, values: Values): Values {
  return eachFile(subject, values, (eid, value, shown) => asShown(ws, eid, value, shown) ?? value);
}

/**
 * Values whose copies were not sent yet when they were planned: one that the record shows by its path by now is that
 * path, or it would be sent once more.
 */
export function notTwice(ws: Workspace, subject: Subject, values: Values): Values {
  return eachFile(subject, values, (eid, value, shown) => {
    const known = knownAs(ws, eid, shown);
    return eachOf(value, (item) => known(sentBy(ws, eid, item)) ?? item);
  });
}

/** Puts what names files into another form; of a record for which nothing was queued yet no copy is known. */
function eachFile(
  { eid, resource, shown }: Subject,
  values: Values,
  put: (eid: string, value: Json, shown: Json | null) => Json,
): Values {
  if (eid === null) return values;
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => {
      const type = fieldAt(resource, path)?.type;
      if (type !== 'file' && type !== 'files') return [path, value];
      return [path, put(eid, value, valueAt(resource, shown, path))];
    }),
  );
}
