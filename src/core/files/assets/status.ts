import { assetStatus } from '#contract/files/sights.ts';
import type { AssetStatus } from '#contract/files/sights.ts';
import type { Workspace } from '../../workspace/workspace.ts';

type Stores = Pick<Workspace, 'assets' | 'settings'>;

const doing = assetStatus.shape.state;

/** Returns how many bytes the cached files of the service may take. */
export function budgetOf({ settings }: Pick<Stores, 'settings'>): number {
  return settings.all().assetBudgetMb * 1024 * 1024;
}

/** Returns the progress of the offline copies. */
export function assetStatusOf(stores: Stores): AssetStatus {
  const counts = stores.assets.counts();
  const budget = budgetOf(stores);
  const marked = doing.safeParse(stores.assets.marked()).data ?? 'idle';
  return { ...counts, budget, state: stateOf(marked, counts, budget) };
}

function stateOf(
  marked: AssetStatus['state'],
  { waiting, bytes }: { readonly waiting: number; readonly bytes: number },
  budget: number,
): AssetStatus['state'] {
  if (budget === 0) return 'off';
  const full = waiting > 0 && budget - bytes < Math.min(budget / 20, 4 * 1024 * 1024);
  return full && marked === 'idle' ? 'full' : marked;
}
