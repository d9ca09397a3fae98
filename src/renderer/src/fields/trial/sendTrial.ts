import i18next from 'i18next';
import type { Input, Output } from '#contract/procedures.ts';
import type { ServiceFact } from '#contract/serviceFacts.ts';
import { call } from '../../state/core.ts';
import { start } from '../../state/runs.ts';
import { toast } from '../../state/toasts.ts';
import { isOldValueShown } from '../values/lookup.ts';

type Trial = Input<'serviceFacts.try'>;

/**
 * Queues a trial and sends it at once; `name` is the label of its field.
 *
 * Throws an AppError when it cannot be queued. Offline it waits in the outbox as any change.
 */
export async function sendTrial(trial: Trial, name: string): Promise<void> {
  const known = await factOf(trial);
  const { operation } = await call('serviceFacts.try', trial);
  if (operation !== null) void sendAndTell(trial, operation, name, known);
}

/** Sends the trial and tells what its answer has shown; offline it has shown nothing yet. */
async function sendAndTell(
  trial: Trial,
  operation: string,
  name: string,
  known: ServiceFact | undefined,
): Promise<void> {
  await start('push', [operation]);
  // Without an answer here, the field itself shows what was learned.
  const found = await factOf(trial).catch(() => known);
  if (found === undefined || found.at === known?.at) {
    if (await isUnproven(operation)) toast(i18next.t('records.try.later', { name }));
    return;
  }
  if (found.value === 'kept') toast(i18next.t('records.try.isKept', { name }));
  else toast(i18next.t('records.try.isNotKept', { name }), null, 'bad');
}

/** Returns whether the server accepted the trial, but may show its value only later. */
async function isUnproven(operation: string): Promise<boolean> {
  const { operations } = await call('outbox.list', { states: ['unknown'] }).catch(() => NONE);
  return operations.some((each) => each.id === operation && isOldValueShown(each));
}

const NONE: Output<'outbox.list'> = { operations: [] };

async function factOf({ kind, field }: Trial): Promise<ServiceFact | undefined> {
  const { facts } = await call('serviceFacts.list', {});
  return facts.find((each) => each.kind === kind && each.field === field && each.fact === 'update');
}
