import { AppError, why } from '#contract/errors.ts';
import { mayTryUndocumented } from '#contract/managed.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { isUndocumented } from '#contract/resources/updates.ts';
import { fieldNames } from '../record/patch.ts';
import type { Overlaying } from '../record/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Returns the field that an update tries to change; null for any other operation.
 *
 * A trial changes one field alone, whose update is neither documented nor learned (doc §4.6).
 * `resource` has the learned updates.
 */
export function triedField(resource: Resource, { action, patch }: Overlaying): string | null {
  const [name, ...others] = fieldNames(patch);
  const isTrial = action === 'update' && name !== undefined && others.length === 0;
  return isTrial && isUndocumented(resource, name) ? name : null;
}

/** Returns whether the managed file allows trials. */
export function mayTry({ platform }: Pick<Workspace, 'platform'>): boolean {
  return mayTryUndocumented(platform.policy?.managed ?? {});
}

/** Throws `state` where the managed file forbids trials. */
export function refuseForbiddenTrial(ws: Pick<Workspace, 'platform'>, field: string): void {
  if (mayTry(ws)) return;
  throw new AppError(
    'state',
    `Your administrator does not allow trying to change ${field}, which the server's document does not list for updates.`,
    { why: why('trial-forbidden', { field }) },
  );
}
