import type { RefusedGroup } from '#contract/refusedGroups.ts';
import { openTask } from '../../fields/undo/tasks.ts';

/** The most changes that one correction takes; the others form a group again afterwards. */
const MOST = 10_000;

/** Opens the correction of all changes that the server rejected by one rule. */
export function correctGroup({ kind, field, correctable }: RefusedGroup): void {
  const operations = correctable.slice(0, MOST).map(({ id }) => id);
  openTask({ id: 'correct', kind, field, operations });
}
