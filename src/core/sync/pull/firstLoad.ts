import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import {
  areIndexesOwed,
  dropKindIndexes,
  kindIndexes,
  oweIndexes,
  deferTextIndex,
  textOwedFrom,
} from '../../store/cacheSchema.ts';
import { transact } from '../../store/database.ts';
import { rebuiltUpTo } from '../../store/projectionSchema.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { yieldToEventLoop as nextTurn } from '../../platform/yieldToEventLoop.ts';

/** Rows indexed in one step; a concurrent edit waits at most for one step. */
const STEP = 1_000;

/**
 * Prepares the first load of an empty kind; returns whether the load defers its indexes.
 *
 * Updating the indexes with every row would cost four times as much as building them at the end.
 * The deferred indexes are noted on disk.
 */
export function beginLoad(ws: Workspace, resource: Resource): boolean {
  const { kind } = resource;
  if (areIndexesOwed(ws.cache, kind)) return true;
  if (ws.records.count(kind) > 0) return false;
  transact(ws.cache, () => {
    ws.cache.exec(dropKindIndexes(resource).join(';'));
    oweIndexes(ws.cache, kind, true);
    deferTextIndex(ws.cache, kind, 0);
  });
  return true;
}

/** Builds the list indexes that a first load deferred, one at a time. Safe to repeat. */
export async function finishLoad(
  ws: Workspace,
  kind: Kind,
  breathe: () => Promise<void> = nextTurn,
): Promise<void> {
  for (const _step of loadSteps(ws, kind)) await breathe();
}

/** Does the same synchronously, when a workspace opens after an interrupted load. */
export function finishLoadAtOnce(ws: Workspace, kind: Kind): void {
  for (const _step of loadSteps(ws, kind));
}

function* loadSteps(ws: Workspace, kind: Kind): Generator<void> {
  // A rebuild builds the indexes with its last rows.
  if (!areIndexesOwed(ws.cache, kind) || rebuiltUpTo(ws.cache, kind) !== null) return;
  for (const statement of kindIndexes(resourceOf(kind))) {
    ws.cache.exec(statement);
    yield;
  }
  oweIndexes(ws.cache, kind, false);
}

/**
 * Adds the next rows of first loads to the text index; returns whether any were left.
 *
 * It continues at the same row after a restart. Until the index is complete, a search reads the
 * texts themselves.
 */
export function indexNextTexts(ws: Workspace): boolean {
  return KINDS.some(
    (kind) =>
      textOwedFrom(ws.cache, kind) !== null &&
      // A rebuild writes rows in the order of their numbers, so the index waits for the last one.
      rebuiltUpTo(ws.cache, kind) === null &&
      transact(ws.cache, () => ws.rows.indexNext(kind, STEP)),
  );
}

/**
 * Completes the text index, unless `signal` stops it. Never rejects: the next start tries again.
 */
export async function indexTexts(ws: Workspace, signal?: AbortSignal): Promise<void> {
  const isOver = () => signal?.aborted === true;
  try {
    while (!isOver() && indexNextTexts(ws)) await nextTurn();
  } catch (error) {
    ws.platform.log('warn', `The text index: ${String(error)}`);
  }
}
