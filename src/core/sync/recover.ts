import type { State } from '#contract/operations.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { transact } from '../store/database.ts';
import type { StateChange, StoredOperation } from '../store/operationStore.ts';
import { markDirty } from '../outbox/projection.ts';
import { inFlightUntil } from '../outbox/inFlight.ts';
import { clampFutureTimestamps } from './clampFutureTimestamps.ts';

/**
 * Puts operations that a kill or a power cut caught on their way into the one honest state: what was
 * being sent may have arrived, so it is looked for before it is sent again. After a restored backup
 * that holds for everything that waited.
 */
export function recoverOperations(ws: Workspace, restored: boolean): void {
  const now = ws.platform.clock.now();
  transact(ws.work, () => {
    clampFutureTimestamps(ws);
    // Also what a person had to decide: let go, it would be sent without a look.
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

/** Of a list: every one. */
const ALL = -1;

const RESTORED =
  'It came from a backup or a copy and may have been sent since. Cabinet looks before it sends.';
const STOPPED = 'Cabinet stopped while this was on its way. It looks before it sends again.';

/**
 * It may have been sent from elsewhere a moment ago: nothing is looked for before that has arrived, and what was not
 * seen in a first look before says nothing.
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

/** What may have come of a request whose record is not known yet. */
const LEFT: ReadonlySet<string> = new Set(['applied', 'unknown']);

/**
 * A write request was begun and its answer never recorded, or said yes and what it made was not found
 * yet; a lost upload alone harms nothing.
 */
function requestLeft(ws: Workspace, seq: number): boolean {
  return ws.activity.writes(seq).some(({ outcome }) => outcome === null || LEFT.has(outcome));
}
