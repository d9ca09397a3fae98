import i18next from 'i18next';
import { useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Output } from '#contract/procedures.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { tellError } from '../../ui/tellError.ts';
import { openNow, settleTask, taskStore, touchTask } from '../../fields/undo/tasks.ts';
import { tellQueued } from '../../fields/undo/tellQueued.ts';
import { undoGroup } from '../../fields/undo/undo.ts';
import type { ChangesetState } from './useChangeset.ts';

/** The queueing of a changeset, and its result. */
interface Queue {
  readonly run: () => void;
  readonly busy: boolean;
  /** The number of rows that could not be queued as previewed. */
  readonly left: number;
  readonly error: AppError | null;
}

/**
 * Reports the result of a changeset whose dialog was closed meanwhile, and closes the changeset.
 */
async function endUnseen(plan: string, left: number): Promise<void> {
  if (left > 0) toast(i18next.t('sheets.unqueued', { count: left }), null, 'bad');
  await call('changesets.close', { plan }).catch(() => {});
}

/**
 * Queues the checked rows; while this runs, closing the dialog loses nothing.
 *
 * If it fails, the noted input is restored.
 */
async function queueTicked(plan: string): Promise<Output<'changesets.queue'>> {
  const isOpen = openNow();
  const { touched } = taskStore.getState();
  settleTask();
  try {
    return await call('changesets.queue', { plan });
  } catch (thrown) {
    if (touched !== null && isOpen()) touchTask(touched);
    throw thrown;
  }
}

/** Queues the checked rows; the result is reported even if the dialog was closed meanwhile. */
export function useQueue({ plan, reread }: ChangesetState, onDone: () => void): Queue {
  const [busy, setBusy] = useState(false);
  // An undo that was queued without a preview, but not completely, opens here.
  const [left, setLeft] = useState(plan.state === 'queued' ? plan.counts.error : 0);
  const [error, setError] = useState<AppError | null>(null);
  const run = async () => {
    const isOpen = openNow();
    setBusy(true);
    setError(null);
    try {
      const queued = await queueTicked(plan.plan);
      tellQueued(plan.label, queued, undoGroup);
      if (!isOpen()) return await endUnseen(plan.plan, queued.left);
      if (queued.left === 0) return onDone();
      setLeft(queued.left);
      await reread('error');
    } catch (thrown) {
      if (isOpen()) setError(asAppError(thrown));
      else {
        tellError(thrown);
        await endUnseen(plan.plan, 0);
      }
    }
    setBusy(false);
  };
  return { run: () => void run(), busy, left, error };
}
