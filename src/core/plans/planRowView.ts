import type { PlanRow } from '#contract/plans/plan.ts';
import type { StoredRow } from './planStore.ts';

/** Returns a stored row as a window shows it, without its work. */
export function viewOf(stored: StoredRow): PlanRow {
  const { work: _work, files, ...row } = stored;
  // Of a row that became an error nothing can be queued: its error says more.
  const warnings = row.outcome === 'error' ? [] : row.warnings;
  return { ...row, warnings, files: files.map(({ field, path }) => ({ field, path })) };
}
