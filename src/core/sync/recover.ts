import type { State } from '#contract/operations.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { transact } from '../store/database.ts';
import type { StateChange, StoredOperation } from '../store/operationStore.ts';
import { markDirty } from '../outbox/projection.ts';
import { inFlightUntil } from '../outbox/inFlight.ts';
import { clampFutureTimestamps } from './clampFutureTimestamps.ts';

/**
 * Sets operations that a crash interrupted to a safe state.
 *
 * An operation that was being sent may have been applied, so it is looked up before it is sent
 * again. After a restored backup this holds for every waiting operation.
 */
export function recoverOperations(ws: Workspace, restored: boolean): void {
  const now = ws.platform.clock.now();
  transact(ws.work, () => {
    clampFutureTimestamps(ws);
    // Also operations that wait for a decision: once released, they would be sent without a
    // look-up.
    if (restored) {
      ws.restored.markOpen();
      ws.operations.markSentElsewhere(ws.platform.clock);
    }
    const caught: readonly State[] = restored ? ['sending', 'waiting', 'unknown'] : ['sending'];
    for (const operation of ws.operations.list(caught, ALL)) {
      const onItsWay = operation.state === 'sending';
      const change = restored
        ? afresh(operation, now + ws.settings.settleMs)
        : requestLeft(ws, operation.seq)
          ? uncertain('no-answer', STOPPED, inFlightUntil(ws, operation))
          : { state: 'waiting' as const };
      ws.operations.setState(operation.seq, change, now);
      if (onItsWay && change.state === 'unknown') ws.operations.countUnknown(operation.seq);
      const entity = ws.entities.get(operation.eid);
      if (entity !== null) markDirty(ws, entity.kind, entity.eid);
    }
    ws.work.prepare("UPDATE upload SET state = 'staged' WHERE state = 'sending'").run();
  });
}

/** As the limit of a list: no limit. */
const ALL = -1;

const RESTORED = 'Restored from a backup or a copy. Cabinet checks whether it was already sent.';
const STOPPED =
  'Cabinet closed while sending this change. It checks the result before it sends again.';

/**
 * Returns the state of a restored operation: unknown, with a look-up after `at`.
 *
 * Another computer may have sent it a moment ago, so the look-up waits until that request has
 * arrived. An earlier first look that found nothing does not count.
 */
function afresh({ state, reason, nextAt }: StoredOperation, at: number): StateChange {
  const change = uncertain('restored', RESTORED, Math.max(at, nextAt ?? 0));
  const isTold = state === 'unknown' && reason !== null && reason.details?.why !== 'not-seen';
  return isTold ? { ...change, reason } : change;
}

function uncertain(code: 'restored' | 'no-answer', text: string, nextAt: number): StateChange {
  const details = code === 'restored' ? {} : { why: 'stopped' as const };
  return { state: 'unknown', reason: { code, text, details }, nextAt };
}

/** Outcomes after which a request may have created a record that is not known yet. */
const LEFT: ReadonlySet<string> = new Set(['applied', 'unknown']);

/**
 * Returns whether a write request may have taken effect without a known result.
 *
 * Its answer was never recorded, or it was applied and the record was not found yet. A lost upload
 * alone does no harm.
 */
function requestLeft(ws: Workspace, seq: number): boolean {
  return ws.activity.writes(seq).some(({ outcome }) => outcome === null || LEFT.has(outcome));
}
