import type { JsonObject } from '#contract/json.ts';
import type { Action } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { nameOf } from '../outbox/draft.ts';
import { patchSchema, withPaths } from '../record/patch.ts';
import type { Patch } from '../record/patch.ts';
import { jsonText, texts } from '../store/cells.ts';
import { isOurs } from '../record/verify.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Stores = Pick<Workspace, 'work' | 'cache' | 'settings'>;

/** A record that is new, another, or no longer there, and when that was found. */
interface Found {
  readonly kind: Kind;
  readonly id: string;
  readonly at: number;
}

interface Made extends Found {
  readonly doc: JsonObject;
}

/**
 * A removal of this workstation was carried out: what was gone before anything of it could arrive was another's,
 * unless it came with a backup and may have been sent since.
 */
export function isRemovedHere(ws: Stores, removed: Found): boolean {
  const { kind, id } = removed;
  return isDoneHere(ws, kind, id, 'remove', MAY_HAVE_ARRIVED) || isRemovedAfterAll(ws, removed);
}

const ARRIVED = `t.seq = o.seq AND coalesce(t.outcome, 'unknown') IN ('applied', 'unknown')`;
const MAY_HAVE_ARRIVED = `(o.seq IN (SELECT seq FROM restored)
  OR EXISTS (SELECT 1 FROM attempt t WHERE ${ARRIVED}))`;

/**
 * A removal was taken back when nobody knew whether it had arrived. It had, where the record was gone when the list
 * was read next; what a list still showed after that was removed by another.
 */
function isRemovedAfterAll(ws: Stores, removed: Found): boolean {
  return discardedOf(ws, removed, 'remove').length > 0;
}

/** The same of changes: what they set, where the record was read next with it. */
export function changedAfterAll(ws: Stores, found: Found): readonly Patch[] {
  return discardedOf(ws, found, 'update').map(({ patch }) => patch);
}

/** The same of a creation: the record that was read next has its code, or its name, and all that it was sent with. */
export function isMadeAfterAll(ws: Stores & Pick<Workspace, 'uploads'>, made: Made): boolean {
  const { kind, doc } = made;
  const resource = resourceOf(kind);
  return discardedOf(ws, made, 'create', nameOf(resource, doc)).some(({ seq, eid, patch }) => {
    const sent = withPaths(patch, (file) => ws.uploads.pathOf(file, { seq, eid }));
    return isOurs(resource, sent.values, doc, ws.uploads.uploadedFor(seq));
  });
}

/** The codes, or the names where there is none, of creations that were taken back and may have arrived. */
export function discardedCreations({ work }: Pick<Workspace, 'work'>, kind: Kind): string[] {
  const names = work
    .prepare(
      `SELECT coalesce(e.key, e.title) FROM operation o JOIN entity e ON e.eid = o.eid
       WHERE o.state = 'discarded' AND o.action = 'create' AND e.kind = ?
         AND EXISTS (SELECT 1 FROM attempt t WHERE ${ARRIVED})`,
    )
    .pluck();
  return texts.parse(names.all(kind));
}

const discardedRows = z.array(
  z.object({ seq: z.number(), eid: z.string(), patch: jsonText(patchSchema), sentAt: z.number() }),
);
type Discarded = z.infer<typeof discardedRows>[number];

/** The record, and those not known by an id that have its code, or its name where there is none; each by an index. */
const EIDS = `
  SELECT eid FROM entity WHERE kind = @kind AND service_id = @id
  UNION ALL SELECT eid FROM entity WHERE kind = @kind AND key = @key AND +service_id IS NULL
  UNION ALL SELECT eid FROM entity WHERE @key IS NULL AND @title IS NOT NULL
    AND kind = @kind AND service_id IS NULL AND key IS NULL AND title = @title`;
const NO_NAME = { key: null, title: null };

/** What was taken back of a record, or of one that has its name and is not known by an id, and may have arrived. */
function discardedOf(
  ws: Stores,
  { kind, id, at }: Found,
  action: Action,
  name: { readonly key: string | null; readonly title: string | null } = NO_NAME,
): readonly Discarded[] {
  const sent = ws.work.prepare(
    // A clock that was set back since has made the time at which it was sent an earlier one.
    `SELECT o.seq, o.eid, o.patch, min(max(t.started_at), coalesce(o.sent_at, max(t.started_at))) AS sentAt
       FROM operation o JOIN attempt t ON ${ARRIVED}
       WHERE o.eid IN (${EIDS}) AND o.action = @action AND +o.state = 'discarded'
       GROUP BY o.seq HAVING sentAt <= @at`,
  );
  const found = discardedRows.parse(sent.all({ kind, id, at, action, ...name }));
  return found.filter(({ sentAt }) => !wasRead(ws, kind, sentAt, at));
}

/** A list that was begun when nothing sent then could be on its way any more was read before that time. */
function wasRead({ cache, settings }: Stores, kind: Kind, sentAt: number, at: number): boolean {
  const looked = cache
    .prepare('SELECT 1 FROM pull_log WHERE kind = ? AND started_at >= ? AND at < ? LIMIT 1')
    .get(kind, sentAt + settings.settleMs, at);
  return looked !== undefined;
}

/** An operation of this workstation with a record came to its end. */
export function isDoneHere(
  { work }: Pick<Workspace, 'work'>,
  kind: Kind,
  id: string,
  action: 'create' | 'remove',
  also = 'TRUE',
): boolean {
  const row = work
    .prepare(
      `SELECT 1 FROM operation o JOIN entity e ON e.eid = o.eid
       WHERE e.kind = ? AND e.service_id = ? AND o.action = ? AND o.state = 'done' AND ${also} LIMIT 1`,
    )
    .get(kind, id, action);
  return row !== undefined;
}
