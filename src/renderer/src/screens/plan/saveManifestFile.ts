import { plainFileName } from '#contract/files/fileName.ts';
import { call } from '../../state/core.ts';
import type { PlanState } from './usePlan.ts';

/** Hands the plan over as a manifest, which `add-product` and this screen read. */
export async function saveManifestFile(plan: string, { name, flush }: PlanState): Promise<void> {
  await flush();
  const { manifest } = await call('plan.manifest', { plan });
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${plainFileName(name.replaceAll(/[\\/]/g, '-')) || 'manifest'}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
