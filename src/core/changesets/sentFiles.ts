import type { Json } from '#contract/json.ts';
import { fieldAt, valueAt } from '../record/fieldPaths.ts';
import { filesIn } from '../record/fileFields.ts';
import { settled } from '../record/patch.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Subject } from './subject.ts';

/** Replaces the staged files of a value by the service paths of their uploads. */
export function sentBy(ws: Workspace, eid: string, value: Json | null): Json | null {
  return value === null ? null : settled(value, (file) => ws.uploads.pathOf(file, { eid }));
}

/**
 * Returns a value with each file in the form that the record shows.
 *
 * A file that is not sent yet is shown as its staged reference. Its service path would count as
 * another file: it would be added while the reference is removed.
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

/** Returns a function that finds the shown form of a file by its sent form. */
function knownAs(ws: Workspace, eid: string, shown: Json | null) {
  const known = new Map(
    filesIn(shown).map((item) => [JSON.stringify(sentBy(ws, eid, item)), item]),
  );
  return (sent: Json | null) => known.get(JSON.stringify(sent));
}

function eachOf(value: Json, put: (item: Json) => Json): Json {
  return Array.isArray(value) ? value.map(put) : put(value);
}

type Values = Readonly<Record<string, Json>>;

/**
 * Returns values with each file in the form that the record shows.
 *
 * Keys are dotted names. A file from an export is recognised this way.
 */
export function filesAsShown(ws: Workspace, subject: Subject, values: Values): Values {
  return eachFile(subject, values, (eid, value, shown) => asShown(ws, eid, value, shown) ?? value);
}

/**
 * Replaces staged references that were sent after the preview by their paths.
 *
 * Otherwise such a file would be uploaded again.
 */
export function notTwice(ws: Workspace, subject: Subject, values: Values): Values {
  return eachFile(subject, values, (eid, value, shown) => {
    const known = knownAs(ws, eid, shown);
    return eachOf(value, (item) => known(sentBy(ws, eid, item)) ?? item);
  });
}

/** Maps the file values; a record without queued operations has no staged files. */
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
