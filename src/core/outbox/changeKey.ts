import { AppError, invalid, why } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting, expectingMessage } from '#contract/expectations/expected.ts';
import { own } from '#contract/json.ts';
import type { Conflict } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { show } from '#contract/values.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { moveOnly } from './actions.ts';
import { rename } from './coalesce.ts';
import { journal } from './journal.ts';
import { findKeyConflict } from './keyConflict.ts';
import type { OperationWithEntity } from './owned.ts';

/**
 * Replaces the code of a creation whose code is taken.
 *
 * The new record is then created beside the existing one. Throws `state` for a creation that was
 * sent: its look-up would search for the new code.
 */
export function useOtherCode(
  ws: Workspace,
  owned: OperationWithEntity,
  conflict: Conflict,
  code: string,
): void {
  const { operation, entity } = owned;
  const resource = resourceOf(entity.kind);
  const { key } = resource;
  if (conflict.type !== 'key-taken' || operation.action !== 'create' || key === null)
    throw new AppError('state', 'This operation does not need another code.', {
      why: why('nothing-to-resolve', { state: operation.state }),
    });
  if (operation.sentAt !== null)
    throw new AppError('state', 'This creation was sent and may have arrived under its code.', {
      why: why('operation-moved', { state: operation.state }),
    });
  const issue = issueOf(ws, owned, key, code);
  if (issue !== null) throw invalid([issue]);
  const before = own(operation.patch.values, key) ?? null;
  const patch = { ...operation.patch, values: { ...operation.patch.values, [key]: code } };
  ws.operations.rewrite(operation, patch, operation.base, ws.platform.clock.now());
  ws.operations.resetBudget(operation.seq);
  rename(ws, resource, entity.eid, patch.values);
  journal(ws, entity.kind, operation, 'resolved-mine', [{ field: key, before, after: code }]);
  moveOnly(ws, owned, { state: 'waiting' });
}

function issueOf(
  ws: Workspace,
  { operation, entity }: OperationWithEntity,
  key: string,
  code: string,
) {
  const { kind, eid } = entity;
  const parsed = resourceOf(kind).fields[key]?.schema.safeParse(code);
  const expected = parsed?.error?.issues[0]?.message;
  if (expected !== undefined)
    return { place: key, value: show(code), ...expectingMessage(expected) } satisfies Issue;
  // The record with this code may not be in the lists yet.
  if (own(operation.patch.values, key) === code)
    return { place: key, value: show(code), ...expecting('anotherCode') } satisfies Issue;
  return findKeyConflict(ws, { kind, key: code, eid });
}
