import { desktopWindow } from '../../client/desktop.ts';
import { fileNameOf } from '../../ui/fileName.ts';
import { save } from '../../changesets/save.ts';
import { call } from '../../state/core.ts';
import type { PlanState } from './usePlan.ts';

/**
 * Writes the plan as a manifest, which `add-product` and this screen read, with its files beside it; in
 * a browser the two come in one ZIP. Null when the person left the question.
 */
export async function saveManifestFile(plan: string, { name, draft, flush }: PlanState) {
  await flush();
  const alone = draft.parts.every(({ files }) => files.length === 0);
  const extension = alone || desktopWindow() !== null ? 'json' : 'zip';
  return save(fileNameOf(name, 'manifest', extension), (to) =>
    call('plan.saveManifest', { plan, to }),
  );
}
