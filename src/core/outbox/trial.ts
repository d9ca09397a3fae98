import type { Resource } from '#contract/resources/resource.ts';
import { isUndocumented } from '#contract/resources/updates.ts';
import { fieldNames } from '../record/patch.ts';
import type { Overlaying } from '../record/overlay.ts';

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
