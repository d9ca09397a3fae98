import { useCore } from '../../state/core.ts';
import { runStore } from '../../state/runs.ts';
import { useStatus } from '../../state/status.ts';
import { pillOf } from './pill.ts';
import type { Pill } from './pill.ts';

/** Returns the current pill. */
export function usePill(): Pill {
  const link = useCore((core) => core.link);
  const { status, running, connection, automatic, progress } = useStatus((state) => state);
  const problem = runStore((state) => state.error !== null);
  return pillOf({ link, status, running, connection, automatic, problem, progress });
}
