import { automaticSchema } from '#contract/automatic.ts';
import type { SyncMode } from '#contract/automatic.ts';
import type { MetaStore } from '../store/metaStore.ts';

const KEY = 'syncMode';

/** Returns the mode that the user chose last; it outlives a restart. */
export function syncModeOf(meta: Pick<MetaStore, 'get'>): SyncMode {
  const known = automaticSchema.shape.mode.safeParse(meta.get(KEY));
  return known.success ? known.data : 'on';
}

/** Returns whether the user works offline: then nothing contacts the service by itself. */
export function isOffline(meta: Pick<MetaStore, 'get'>): boolean {
  return syncModeOf(meta) === 'offline';
}

export function setSyncMode(meta: Pick<MetaStore, 'set'>, mode: SyncMode): void {
  meta.set(KEY, mode);
}
