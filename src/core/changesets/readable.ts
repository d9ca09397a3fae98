import { diskFaultOf } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import type { Disk } from '../platform/disk.ts';
import { isNonsense } from '../store/database.ts';
import { ChangesetStore } from './changesetStore.ts';

const PAGE = 200;

/**
 * Reopens a changeset; returns null when it is missing or unreadable.
 *
 * Disk errors are thrown.
 */
export function reopened(disk: Disk, folder: string, id: string): ChangesetStore | null {
  try {
    return ChangesetStore.reopen(disk, folder, id);
  } catch (thrown) {
    if (isUnreadable(thrown)) return null;
    throw thrown;
  }
}

/**
 * Returns whether an error was caused by the changeset itself.
 *
 * The outbox may be damaged instead, so the changeset is read to its end: a readable one is not
 * given up. A full or failing disk is not its fault and may recover.
 */
export function isOfPlan(plan: ChangesetStore, thrown: unknown): boolean {
  const fault = diskFaultOf(thrown);
  return (fault === null || fault === 'damaged') && !isReadable(plan);
}

function isReadable(plan: ChangesetStore): boolean {
  try {
    if (plan.db.pragma('quick_check(1)', { simple: true }) !== 'ok') return false;
    for (let row = 0; ;) {
      const rows = plan.tickedAfter(row, PAGE);
      const last = rows.at(-1);
      if (last === undefined) break;
      for (const each of rows) plan.seen(each.row);
      row = last.row;
    }
    // The rows that the notice of left-out rows reads.
    plan.firstLeftOut(PAGE);
    return true;
  } catch (thrown) {
    if (isUnreadable(thrown)) return false;
    throw thrown;
  }
}

/** The file is not a valid database, or its content does not have the expected shape. */
function isUnreadable(thrown: unknown): boolean {
  return isNonsense(thrown) || thrown instanceof z.ZodError || thrown instanceof SyntaxError;
}
