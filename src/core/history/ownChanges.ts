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

/** A record that was added, changed or deleted, and when that was found. */
interface OwnChange {
  readonly kind: Kind;
  readonly id: string;
  readonly at: number;
}

interface Made extends OwnChange {
  readonly doc: JsonObject;
}

/**
 * Returns whether this workstation deleted a record.
 *
 * A record gone before our request could arrive was deleted by another user. An operation that came
 * with a backup is an exception: it may have been sent since.
 */
export function isRemovedHere(ws: Stores, removed: OwnChange): boolean {
  const { kind, id } = removed;
  return isDoneHere(ws, kind, id, 'remove', MAY_HAVE_ARRIVED) || isRemovedAfterAll(ws, removed);
}

const ARRIVED = `t.seq = o.seq AND coalesce(t.outcome, 'unknown') IN ('applied', 'unknown')`;
const MAY_HAVE_ARRIVED = `(o.seq IN (SELECT seq FROM restored)
  OR EXISTS (SELECT 1 FROM attempt t WHERE ${ARRIVED}))`;

/**
 * Returns whether a deletion that was discarded with unknown outcome arrived.
 *
 * It did if the record was gone at the next pull. A record that a pull still showed was deleted by
 * another user.
 */
function isRemovedAfterAll(ws: Stores, removed: OwnChange): boolean {
  return discardedOf(ws, removed, 'remove').length > 0;
}

/**
 * Returns the patches of discarded updates that may have arrived, if the next pull read the record.
 */
export function changedAfterAll(ws: Stores, found: OwnChange): readonly Patch[] {
  return discardedOf(ws, found, 'update').map(({ patch }) => patch);
}

/**
 * Returns whether a discarded creation arrived: the record has its key or name and all values sent.
 */
export function isMadeAfterAll(ws: Stores & Pick<Workspace, 'uploads'>, made: Made): boolean {
  const { kind, doc } = made;
  const resource = resourceOf(kind);
  return discardedOf(ws, made, 'create', nameOf(resource, doc)).some(({ seq, eid, patch }) => {
    const sent = withPaths(patch, (file) => ws.uploads.pathOf(file, { seq, eid }));
    return isOurs(resource, sent.values, doc, ws.uploads.uploadedFor(seq));
  });
}

/** Returns the keys, or without a key the names, of discarded creations that may have arrived. */
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

/**
 * Entities of the record, and those without an id that have its key. Without a key, those with its
 * name. Each part uses an index.
 */
const EIDS = `
  SELECT eid FROM entity WHERE kind = @kind AND service_id = @id
  UNION ALL SELECT eid FROM entity WHERE kind = @kind AND key = @key AND +service_id IS NULL
  UNION ALL SELECT eid FROM entity WHERE @key IS NULL AND @title IS NOT NULL
    AND kind = @kind AND service_id IS NULL AND key IS NULL AND title = @title`;
const NO_NAME = { key: null, title: null };

/**
 * Returns discarded operations of a record that may have arrived before `at`.
 *
 * Includes entities that have its key or name but no id.
 */
function discardedOf(
  ws: Stores,
  { kind, id, at }: OwnChange,
  action: Action,
  name: { readonly key: string | null; readonly title: string | null } = NO_NAME,
): readonly Discarded[] {
  const sent = ws.work.prepare(
    // Takes the earlier time: after the clock was set back, `sent_at` was adjusted to it.
    `SELECT o.seq, o.eid, o.patch, min(max(t.started_at), coalesce(o.sent_at, max(t.started_at))) AS sentAt
       FROM operation o JOIN attempt t ON ${ARRIVED}
       WHERE o.eid IN (${EIDS}) AND o.action = @action AND +o.state = 'discarded'
       GROUP BY o.seq HAVING sentAt <= @at`,
  );
  const found = discardedRows.parse(sent.all({ kind, id, at, action, ...name }));
  return found.filter(({ sentAt }) => !wasRead(ws, kind, sentAt, at));
}

/** Returns whether a whole pull ran after the in-flight window and before `at`. */
function wasRead({ cache, settings }: Stores, kind: Kind, sentAt: number, at: number): boolean {
  const looked = cache
    .prepare('SELECT 1 FROM pull_log WHERE kind = ? AND started_at >= ? AND at < ? LIMIT 1')
    .get(kind, sentAt + settings.settleMs, at);
  return looked !== undefined;
}

/** Returns whether an operation of this workstation on a record is done. */
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
