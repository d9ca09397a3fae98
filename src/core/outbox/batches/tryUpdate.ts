import { AppError, invalid, why } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Input } from '#contract/procedures.ts';
import { isTriable } from '#contract/resources/updates.ts';
import { show } from '#contract/values.ts';
import { learnedResource } from '../../store/learnedResource.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Queued } from '../enqueue.ts';
import { withOwnCreation } from '../ownCreation.ts';
import { findTarget } from '../target.ts';
import { refuseForbiddenTrial } from '../trial.ts';
import { changeOne } from './single.ts';

/**
 * Queues a change of one field that the document does not list for updates (doc §4.6).
 *
 * A field that was learned meanwhile is changed as any other. Throws `state` where the managed file
 * forbids trials, and for a record that the service does not have yet.
 */
export function tryUpdate(
  ws: Workspace,
  { kind, ref, field, value, base }: Input<'serviceFacts.try'>,
): Queued {
  const resource = learnedResource(ws, kind);
  const work = { do: 'update', ref, values: { [field]: value }, base } as const;
  if (Object.hasOwn(resource.fields, field) && resource.fields[field]?.update === true)
    return changeOne(ws, kind, work);
  if (!isTriable(resource, field))
    throw invalid([{ place: field, value: show(value), ...expecting('unchangeable') }]);
  refuseForbiddenTrial(ws, field);
  const { entity, stored } = withOwnCreation(ws, findTarget(ws, kind, ref));
  if (entity?.serviceId === null || (entity === null && stored === null))
    throw new AppError('state', `Send the new record before you try to change ${field}.`, {
      why: why('trial-unsent', { field }),
    });
  return changeOne(ws, kind, { ...work, tries: field });
}
