import { z } from '#contract/zod.ts';
import type { LookupResult } from '../../service/types.ts';
import { transact } from '../../store/database.ts';
import { isWithinReplicaLag } from '../replicaLagWindow.ts';
import { breathe, takenNow } from './kindPull.ts';
import type { KindPull } from './kindPull.ts';
import { suspects } from './sweepRules.ts';

/**
 * Removes records from the lists that the service no longer holds; returns their number.
 *
 * Candidates are the records that this run did not see. Each is removed only when the service,
 * asked by its id, confirms its absence.
 */
export async function sweep(pull: KindPull): Promise<number> {
  const unseen = unseenRecords(pull);
  const before = recall(pull);
  remember(pull, unseen);
  const chosen = suspects(unseen, pull.ws.records.count(pull.kind), before);
  if (chosen.length < unseen.length)
    pull.notes.push({
      code: 'fewer',
      kind: pull.kind,
      count: unseen.length - chosen.length,
    });
  return check(pull, chosen);
}

function unseenRecords(pull: KindPull): readonly string[] {
  const { ws, kind, seen } = pull;
  // Every seen record is in the mirror, so equal numbers leave no unseen record.
  if (ws.records.count(kind) === seen.size) return [];
  return ws.records.ids(kind).filter((id) => !seen.has(id) && isSweepable(pull, id));
}

function isSweepable(pull: KindPull, id: string): boolean {
  const { ws, kind, options, since } = pull;
  const isHere = ws.records.get(kind, id)?.missingSince === null;
  return (
    isHere &&
    !hasOperations(pull, id) &&
    !options.acknowledgedSince(kind, id, since) &&
    !isWithinReplicaLag(ws, options.lately, kind, id)
  );
}

/**
 * Returns whether a record has open operations. The push looks such a record up itself and shows
 * the user the result.
 */
function hasOperations({ ws, kind }: KindPull, id: string): boolean {
  const entity = ws.entities.byServiceId(kind, id);
  return entity !== null && ws.operations.openOf(entity.eid).length > 0;
}

/** After this many unanswered requests in a row the sweep stops: each may take a timeout. */
const MOST_UNANSWERED = 5;

async function check(pull: KindPull, ids: readonly string[]): Promise<number> {
  let [removed, unclear, unanswered] = [0, 0, 0];
  for (const [index, id] of ids.entries()) {
    await breathe(pull);
    pull.progress.tell('check', index, ids.length);
    const said = await askFor(pull, id);
    if (said === 'absent') removed += takeAway(pull, id) ? 1 : 0;
    else if (said !== 'present') unclear += 1;
    unanswered = said === null ? unanswered + 1 : 0;
    if (unanswered < MOST_UNANSWERED) continue;
    unclear += ids.length - index - 1;
    break;
  }
  if (unclear > 0) pull.notes.push({ code: 'unchecked', kind: pull.kind, count: unclear });
  if (ids.length > 0) pull.progress.tell('check', ids.length, ids.length);
  return removed;
}

/**
 * Asks the service for one record; null where there was no answer. An unclear answer leaves the
 * record in place.
 */
async function askFor(
  { api, kind, ws }: KindPull,
  id: string,
): Promise<LookupResult['found'] | null> {
  try {
    return (await api.get(kind, id)).found;
  } catch (error) {
    ws.platform.log('warn', `A record of ${kind} could not be checked: ${String(error)}`);
    return null;
  }
}

function takeAway(pull: KindPull, id: string): boolean {
  const { ws, kind } = pull;
  return transact(ws.cache, () => {
    const record = ws.records.get(kind, id);
    // The user may have changed the record between the request and its answer.
    if (record === null || !isSweepable(pull, id)) return false;
    const now = takenNow(pull);
    ws.records.markMissing(kind, id, now);
    pull.options.lately.noteShown(kind, now);
    ws.rows.remove(kind, record.rid);
    pull.progress.change();
    return true;
  });
}

const idList = z.array(z.string());

function noteKey({ kind }: KindPull): string {
  return `unseen:${kind}`;
}

function recall(pull: KindPull): ReadonlySet<string> {
  const note = pull.store.note(noteKey(pull));
  return new Set(note === null ? [] : idList.parse(JSON.parse(note)));
}

function remember(pull: KindPull, unseen: readonly string[]): void {
  if (unseen.length > 0) pull.store.setNote(noteKey(pull), JSON.stringify(unseen));
  else if (pull.store.note(noteKey(pull)) !== null) pull.store.dropNote(noteKey(pull));
}
