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

/** Rows that the text index learns of in one step: an edit made meanwhile waits for no longer. */
const STEP = 1_000;

/**
 * Prepares the first load of an empty kind: keeping the indexes in line with every row would cost four
 * times as much as building them at the end. What is owed is noted on disk.
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

/** Builds the list indexes that a first load left out, one at a time. Safe to repeat. */
export async function finishLoad(
  ws: Workspace,
  kind: Kind,
  breathe: () => Promise<void> = nextTurn,
): Promise<void> {
  for (const _step of loadSteps(ws, kind)) await breathe();
}

/** The same in one go, for a workspace that is being opened after its load was cut short. */
export function finishLoadAtOnce(ws: Workspace, kind: Kind): void {
  for (const _step of loadSteps(ws, kind));
}

function* loadSteps(ws: Workspace, kind: Kind): Generator<void> {
  // After a rebuild the indexes are built with its last rows.
  if (!areIndexesOwed(ws.cache, kind) || rebuiltUpTo(ws.cache, kind) !== null) return;
  for (const statement of kindIndexes(resourceOf(kind))) {
    ws.cache.exec(statement);
    yield;
  }
  oweIndexes(ws.cache, kind, false);
}

/**
 * Lets the text index learn of the next rows that first loads have brought; until it knows all, a search
 * reads the texts themselves. Tells whether any were left; goes on where it was, at another start if need be.
 */
export function indexNextTexts(ws: Workspace): boolean {
  return KINDS.some(
    (kind) =>
      textOwedFrom(ws.cache, kind) !== null &&
      // Rows of a rebuild come in the order of their numbers: the index waits for the last.
      rebuiltUpTo(ws.cache, kind) === null &&
      transact(ws.cache, () => ws.rows.indexNext(kind, STEP)),
  );
}

/** The same until nothing is owed, or until it was stopped. Never rejects: it is tried at the next start. */
export async function indexTexts(ws: Workspace, signal?: AbortSignal): Promise<void> {
  const isOver = () => signal?.aborted === true;
  try {
    while (!isOver() && indexNextTexts(ws)) await nextTurn();
  } catch (error) {
    ws.platform.log('warn', `The text index: ${String(error)}`);
  }
}
