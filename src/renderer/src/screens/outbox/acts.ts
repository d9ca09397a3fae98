import type { AppError } from '#contract/errors.ts';
import { operationPages } from '#contract/operationPages.ts';
import type { Operation, PlainAct } from '#contract/operations.ts';
import { toldError } from '../../client/toldError.ts';
import { undoGroup } from '../../fields/undo/undo.ts';
import { call } from '../../state/core.ts';
import { start } from '../../state/runs.ts';
import { toast } from '../../state/toasts.ts';

/** Holds, releases or tries an operation again. */
export async function act(
  what: Exclude<PlainAct, 'discard'>,
  { id }: Pick<Operation, 'id'>,
): Promise<void> {
  await call(`outbox.${what}`, { operation: id });
}

/** Discards an operation and confirms that by a text, with a way back. */
export async function discard({ id }: Pick<Operation, 'id'>, said: string): Promise<void> {
  const { group } = await call('outbox.discard', { operation: id });
  toastDecided(said, group);
}

/** Confirms what was discarded or decided; `group` is what Undo takes back. */
export function toastDecided(said: string, group: string | undefined): void {
  toast(said, group === undefined ? null : () => void undoGroup(group));
}

/** The same with many at once; gives the first thing that went wrong, the others are done all the same. */
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

/** Holds everything that waits, also what is listed no more. */
export function holdAll(): Promise<void> {
  return actOnEvery('hold', 'waiting', () => true);
}

/** Lets everything go that a person has put on hold. */
export function releaseAll(): Promise<void> {
  return actOnEvery('release', 'held', ({ reason }) => reason?.code === 'held-by-person');
}

/** Goes on to the end of the list also where one of the first could not be. */
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

/** Gives an operation another try and sends it at once, with what it needs. */
export async function retryNow(operation: Pick<Operation, 'id'>): Promise<void> {
  await act('retry', operation);
  void start('push', [operation.id]);
}
