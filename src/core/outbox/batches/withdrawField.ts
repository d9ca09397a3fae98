import { AppError, invalid, why } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { ownedOperation } from '../actions.ts';
import type { ActionResult } from '../actions.ts';
import { isFoldable } from '../coalescable.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { changeOne } from './single.ts';

/** Takes one field out of an unsent change, as a batch that Undo takes back. */
export function withdrawField(ws: Workspace, id: string, field: string): ActionResult {
  const { operation, entity } = ownedOperation(ws, id);
  const { state, action, patch } = operation;
  if (action !== 'update' || !isFoldable(operation))
    throw new AppError(
      'state',
      `This operation is ${state}; only a change that was not sent can be made smaller.`,
      { why: why('operation-moved', { state }) },
    );
  if (!Object.hasOwn(patch.values, field))
    throw invalid([{ place: 'field', value: field, ...expecting('givenHere') }]);
  changeOne(ws, entity.kind, { do: 'update', ref: entity.eid, values: {}, withdraw: [field] });
  return { operation: id, state: ws.operations.get(id)?.state ?? state };
}
