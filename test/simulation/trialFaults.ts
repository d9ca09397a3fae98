import { triedField } from '#core/outbox/trial.ts';
import type { HttpRequest } from '#core/platform/network.ts';
import { learnedResource } from '#core/store/learnedResource.ts';
import type { StoredOperation } from '#core/store/operationStore.ts';
import type { Workspace } from '#core/workspace/workspace.ts';

/**
 * Returns what is wrong with a request of a trial.
 *
 * It must send its one field alone, and a second time only after the person said so (`retried`).
 */
export function trialFaults(
  ws: Workspace,
  operation: StoredOperation,
  { json }: HttpRequest,
  retried: Set<string>,
): readonly string[] {
  const { id, seq, eid } = operation;
  const kind = ws.entities.get(eid)?.kind;
  const tried = kind === undefined ? null : triedField(learnedResource(ws, kind), operation);
  if (tried === null) return [];
  const names = Object.keys(json ?? {});
  const before = ws.activity.attempts(seq).slice(0, -1);
  const sent = before.filter(({ outcome }) => outcome !== 'not-applied' && outcome !== 'refused');
  const isAgain = sent.length > 0 && !retried.delete(id);
  return [
    ...(names.join() === tried ? [] : [`trial ${seq} sent ${names.join()}`]),
    ...(isAgain ? [`trial ${seq} was sent again after ${sent.at(-1)?.outcome}`] : []),
  ];
}
