import type { Handlers, WriteName } from '#contract/procedures.ts';
import type { Background } from '../platform/idleScheduler.ts';
import { finishRebuild } from '../outbox/rebuildProjection.ts';
import { flushProjection } from '../outbox/projection.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Calls that never look a record up; all others find every record in the lists. */
const WITHOUT_LISTS = [
  'session.',
  'settings.',
  'views.',
  'drafts.',
  'notices.',
  'sync.stop',
  'connection.',
];

function needsLists(name: string): boolean {
  return !WITHOUT_LISTS.some((start) => name.startsWith(start));
}

/**
 * While a call is answered, and in the moments after it, the work in the background stands back; it finds lists
 * that show all that was answered before.
 */
export function attended(
  handlers: Handlers<WriteName>,
  background: Background,
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
  // Each handler answers as it did.
  return Object.fromEntries(pairs) as Handlers<WriteName>;
}
