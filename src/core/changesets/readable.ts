import { diskFaultOf } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import type { Disk } from '../platform/disk.ts';
import { isNonsense } from '../store/database.ts';
import { ChangesetStore } from './changesetStore.ts';

const PAGE = 200;

/** Opens a plan to go on with it; null where it is gone or cannot be read, and what the disk says is thrown. */
export function reopened(disk: Disk, folder: string, id: string): ChangesetStore | null {
  try {
    return ChangesetStore.reopen(disk, folder, id);
  } catch (thrown) {
    if (isUnreadable(thrown)) return null;
    throw thrown;
  }
}

/**
 * Tells whether what was thrown came of the plan itself. The outbox may be damaged as well, so the plan is asked: a
 * plan that can be read to its end is not given up. What a disk says that is full or fails may be over next time.
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
    // What is told at the end of those that were left out.
    plan.firstLeftOut(PAGE);
    return true;
  } catch (thrown) {
    if (isUnreadable(thrown)) return false;
    throw thrown;
  }
}

/** It is no sound database, or its pages are sound and what stands in them is not. */
function isUnreadable(thrown: unknown): boolean {
  return isNonsense(thrown) || thrown instanceof z.ZodError || thrown instanceof SyntaxError;
}
