import type { AppError } from '#contract/errors.ts';
import { operationPages } from '#contract/operationPages.ts';
import type { Operation, PlainAct } from '#contract/operations.ts';
import { toldError } from '../../client/toldError.ts';
import { undoGroup } from '../../fields/undo/undo.ts';
import { call } from '../../state/core.ts';
import { start } from '../../state/runs.ts';
import { toast } from '../../state/toasts.ts';

/** Holds, releases or retries an operation. */
export async function act(
  what: Exclude<PlainAct, 'discard'>,
  { id }: Pick<Operation, 'id'>,
): Promise<void> {
  await call(`outbox.${what}`, { operation: id });
}

/** Discards an operation and shows a toast with Undo. */
export async function discard({ id }: Pick<Operation, 'id'>, said: string): Promise<void> {
  const { group } = await call('outbox.discard', { operation: id });
  toastDecided(said, group);
}

/** Confirms a discarded or decided operation; Undo reverts the batch `group`. */
export function toastDecided(said: string, group: string | undefined): void {
  toast(said, group === undefined ? null : () => void undoGroup(group));
}

/** Acts on many operations; returns the first error, after trying all. */
async function actOnAll(
  what: PlainAct,
  operations: readonly Pick<Operation, 'id'>[],
): Promise<AppError | null> {
  const { failed } = await call('outbox.many', {
    what,
    operations: operations.map(({ id }) => id),
  });
  const [first] = failed;
  return first === undefined ? null : toldError(first.error);
}

/** Holds all waiting operations, including those not listed. */
export function holdAll(): Promise<void> {
  return actOnEvery('hold', 'waiting', () => true);
}

/** Releases all operations that the user put on hold. */
export function releaseAll(): Promise<void> {
  return actOnEvery('release', 'held', ({ reason }) => reason?.code === 'held-by-person');
}

/** Acts on all operations of a state; an error does not stop the remaining pages. */
async function actOnEvery(
  what: PlainAct,
  state: 'waiting' | 'held',
  concerns: (operation: Operation) => boolean,
): Promise<void> {
  let failure: AppError | null = null;
  const pages = operationPages((page) => call('outbox.list', { states: [state], ...page }));
  for await (const operations of pages) {
    const concerned = operations.filter(concerns);
    const failed = concerned.length > 0 ? await actOnAll(what, concerned) : null;
    failure ??= failed;
  }
  if (failure !== null) throw failure;
}

/** Retries an operation and starts a push of it and its dependencies. */
export async function retryNow(operation: Pick<Operation, 'id'>): Promise<void> {
  await act('retry', operation);
  void start('push', [operation.id]);
}
