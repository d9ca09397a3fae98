import type { Handlers, WriteName } from '#contract/procedures.ts';
import type { IdleScheduler } from '../platform/idleScheduler.ts';
import { finishRebuild } from '../outbox/rebuildProjection.ts';
import { flushProjection } from '../outbox/projection.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Procedures that look up no record. All others need complete lists. */
const WITHOUT_LISTS = [
  'session.',
  'settings.',
  'views.',
  'drafts.',
  'notices.',
  'sync.stop',
  'sync.automatic',
  'connection.',
];

function needsLists(name: string): boolean {
  return !WITHOUT_LISTS.some((start) => name.startsWith(start));
}

/**
 * Wraps handlers so that background work pauses during a call.
 *
 * It also pauses for a moment after the call. Before the handler runs, the lists are rebuilt and
 * updated with all earlier changes.
 */
export function attended(
  handlers: Handlers<WriteName>,
  background: IdleScheduler,
  ws: Workspace,
): Handlers<WriteName> {
  const pairs = Object.entries(handlers).map(
    ([name, handle]: [string, (input: never) => unknown]) => [
      name,
      (input: never) =>
        background.holdFor(() => {
          if (needsLists(name)) finishRebuild(ws);
          flushProjection(ws);
          return handle(input);
        }),
    ],
  );
  // The wrapped handlers keep their result types.
  return Object.fromEntries(pairs) as Handlers<WriteName>;
}
