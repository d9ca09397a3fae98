import type { Operation } from '#contract/operations.ts';
import type { Hands } from './hands.ts';
import { insist, insistInWords } from './insist.ts';
import { wholeOf } from './fields.ts';
import { differing, nameOf, namesIn } from './picture.ts';

/** Discards something that waits; no other work is touched. */
export async function discard(hands: Hands, a: number): Promise<void> {
  const operation = waitingAt(hands, a);
  if (operation === undefined) return;
  try {
    await hands.desk.call('outbox.discard', { operation: operation.id });
  } catch (error) {
    return insistInWords(error);
  }
  const { before, after } = await hands.look();
  const own = before.records.get(nameOf(operation));
  const fields = new Set(operation.changes.map(({ field }) => field));
  for (const name of namesIn(before, after)) {
    const [old, now] = [before.records.get(name), after.records.get(name)];
    const isOwn = [old, now].some((each) => each !== undefined && isOf(hands, operation, each.id));
    // An operation that was sent may have arrived.
    if (isOwn && operation.attempts > 0) hands.foreign.add(name);
    if (isOwn && operation.action !== 'update') continue;
    insist(old !== undefined && now !== undefined, `discard: ${name} came or went`, operation);
    for (const field of differing(old, now))
      insist(
        isOwn && (fields.has(field) || fields.has(wholeOf(field))),
        `discard: ${name} ${field} changed`,
        operation,
        own,
      );
  }
}

function isOf(hands: Hands, { recordId, serviceId }: Operation, id: string): boolean {
  return hands.isOne(id, recordId) || id === serviceId;
}

function waitingAt({ now: { open } }: Hands, at: number): Operation | undefined {
  return open[at % Math.max(1, open.length)];
}

/** Holds something that waits, or lets it go: nothing is shown otherwise. */
export async function hold(hands: Hands, a: number): Promise<void> {
  const operation = waitingAt(hands, a);
  if (operation === undefined) return;
  const act = operation.state === 'held' ? 'outbox.release' : 'outbox.hold';
  await hands.desk.call(act, { operation: operation.id }).catch(insistInWords);
  await hands.expect(act);
}

/** Resolves the operations that need a decision and leaves the others. */
export async function settle(hands: Hands, b: number): Promise<void> {
  for (const operation of hands.now.open) {
    const { id, state, kind, conflict, recordId, reason } = operation;
    const name = nameOf(operation);
    // The service refuses a record that is created again with values of a wrong type until they are
    // fixed.
    if (state === 'refused' && kind === 'edge-bands' && reason?.answer?.includes('must be')) {
      const values = { isActive: true, thickness: 2 };
      await hands.desk.call('records.update', { kind, ref: recordId, values, files: [] });
      hands.foreign.add(name);
      continue;
    }
    if (state === 'refused') await hands.desk.call('outbox.retry', { operation: id });
    if (state !== 'conflict') continue;
    const all = b % 2 === 0 ? 'mine' : 'theirs';
    hands.count(`conflict ${conflict?.type ?? ''} ${all}`);
    await hands.desk
      .call('outbox.resolve', { operation: id, all })
      .then(() => void hands.foreign.add(name), insistInWords);
  }
  const { before, after } = await hands.look();
  for (const name of namesIn(before, after)) {
    if (hands.isForeign(name)) continue;
    const [old, now] = [before.records.get(name), after.records.get(name)];
    const isSame = old !== undefined && now !== undefined && differing(old, now).length === 0;
    insist(isSame, `settle: ${name} changed`, old, now);
  }
}
