import type { Json } from '#contract/json.ts';
import { itemsOf } from '../outbox/createAgain.ts';
import { settled } from '../outbox/patch.ts';
import type { Workspace } from '../workspace.ts';

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
  const known = new Map(
    itemsOf(shown).map((item) => [JSON.stringify(sentBy(ws, eid, item)), item]),
  );
  const put = (item: Json): Json => {
    const sent = sentBy(ws, eid, item) ?? item;
    return known.get(JSON.stringify(sent)) ?? sent;
  };
  if (value === null) return null;
  return Array.isArray(value) ? value.map(put) : put(value);
}
