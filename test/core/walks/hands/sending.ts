import { SETTLE } from '../../../support/editing.ts';
import { wholeOf } from './fields.ts';
import type { Hands } from './hands.ts';
import { insist } from './insist.ts';
import { differing, nameOf, namesIn, there } from './picture.ts';
import type { Picture, Seen } from './picture.ts';
import { checkReviews } from './reviews.ts';
import { settle } from './waiting.ts';

/** Pushes; only changes of another user may alter the shown values. */
export async function push(hands: Hands): Promise<void> {
  await hands.desk.push();
  await checkOthers(hands);
}

/** Pulls; only changes of another user may alter the shown values. */
export async function pull(hands: Hands): Promise<void> {
  await hands.desk.pull();
  await checkOthers(hands);
}

async function checkOthers(hands: Hands): Promise<void> {
  const { before, after } = await hands.look();
  const service = there(hands.hashes);
  for (const name of namesIn(before, after)) {
    const [old, now] = [before.records.get(name), after.records.get(name)];
    if (old === undefined || now === undefined) {
      const isOver = old?.leaving === true && !service.has(name);
      insist(isOver || hands.isForeign(name), `sync: ${name} came or went`, old, now, after.open);
      continue;
    }
    insist(
      old.leaving === now.leaving || hands.isForeign(name),
      `sync: ${name} is leaving ${now.leaving}`,
      after.open,
    );
    checkFields(hands, old, now, [before, after]);
  }
}

/** Checks that changes of another user show, but not over pending ones. */
function checkFields(
  hands: Hands,
  old: Seen,
  now: Seen,
  [before, after]: readonly [Picture, Picture],
): void {
  const { name } = old;
  const held = new Set(
    before.open
      .filter((operation) => operation.action !== 'remove' && nameOf(operation) === name)
      .flatMap(({ changes }) => changes.map(({ field }) => field)),
  );
  for (const field of differing(old, now)) {
    const details = [old, now, before.open, after.open];
    insist(hands.isForeign(name, field), `sync: ${name} ${field} changed by itself`, ...details);
    if (hands.isForeign(name)) continue;
    const isHeld = held.has(field) || held.has(wholeOf(field));
    insist(!isHeld, `sync: ${name} ${field} was overwritten`, ...details);
  }
}

/** Ends the program and starts it again: everything is as it was. */
export async function restart(hands: Hands): Promise<void> {
  const groups = await hands.desk.call('groups.list', { limit: 1000 });
  const reviews = await hands.desk.call('review.list', {});
  const outbox = () =>
    JSON.stringify(
      hands.now.open.map(({ id, state, changes, action, reason }) => ({
        id,
        state,
        changes,
        action,
        reason,
      })),
    );
  const old = outbox();
  await hands.desk.restart();
  await hands.expect('restart');
  insist(old === outbox(), 'restart: the outbox is another', old, outbox());
  const again = await hands.desk.call('groups.list', { limit: 1000 });
  insist(JSON.stringify(groups) === JSON.stringify(again), 'restart: other groups');
  const kept = await hands.desk.call('review.list', {});
  insist(JSON.stringify(reviews) === JSON.stringify(kept), 'restart: other reviews');
}

/** Sends everything, resolves the rest and compares the service with the expected records. */
export async function end(hands: Hands): Promise<void> {
  hands.desk.service.clearFaults();
  for (let round = 0; round < 14; round += 1) {
    for (const { id, state, reason } of hands.now.open)
      if (state === 'held' && reason?.code === 'held-by-person')
        await hands.desk.call('outbox.release', { operation: id }).catch(() => undefined);
    await hands.look();
    await settle(hands, round < 10 ? 0 : 1);
    hands.desk.clock.advance(2 * SETTLE);
    await push(hands);
    await pull(hands);
    if (hands.now.open.length === 0) break;
  }
  insist(hands.now.open.length === 0, 'end: something waits for ever', hands.now.open);
  const service = there(hands.hashes);
  for (const name of new Set([...service.keys(), ...hands.now.records.keys()])) {
    const [mine, theirs] = [hands.now.records.get(name), service.get(name)];
    insist(
      mine !== undefined && theirs !== undefined,
      `end: ${name} is at one side alone`,
      mine,
      theirs,
    );
    const fields = differing(mine, theirs);
    insist(fields.length === 0, `end: ${name} differs in ${fields.join(', ')}`, mine, theirs);
  }
  await checkReviews(hands, 0);
  await restart(hands);
}
