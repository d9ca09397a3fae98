import { automaticSchema } from '#contract/automatic.ts';
import type { SyncMode } from '#contract/automatic.ts';
import type { Settings } from '#contract/settings.ts';
import type { MetaStore } from '../store/metaStore.ts';

const KEY = 'syncMode';
const BEFORE = 'syncMode:before';

/** Returns the mode that the user chose last; it outlives a restart. */
export function syncModeOf(meta: Pick<MetaStore, 'get'>): SyncMode {
  const known = automaticSchema.shape.mode.safeParse(meta.get(KEY));
  return known.success ? known.data : 'on';
}

/** Returns whether the user works offline: then nothing contacts the service by itself. */
export function isOffline(meta: Pick<MetaStore, 'get'>): boolean {
  return syncModeOf(meta) === 'offline';
}

/** Returns the mode that a Send or Refresh returns to from the work offline. */
export function modeBeforeOffline(meta: Pick<MetaStore, 'get'>): 'on' | 'paused' {
  return meta.get(BEFORE) === 'paused' ? 'paused' : 'on';
}

/** Keeps the mode; it outlives a restart. */
export function setSyncMode(meta: Pick<MetaStore, 'get' | 'set'>, mode: SyncMode): void {
  if (mode === 'offline') meta.set(BEFORE, syncModeOf(meta));
  meta.set(KEY, mode);
}

/** Pauses automatic sync until the user continues; the work offline then ends paused. */
export function pauseAutomatic(meta: Pick<MetaStore, 'get' | 'set'>): void {
  meta.set(isOffline(meta) ? BEFORE : KEY, 'paused');
}

/** Returns whether the settings send changes without a press, now or when Cabinet is closed. */
export function sendsByItself({
  autoSend,
  sendOnQuit,
}: Pick<Settings, 'autoSend' | 'sendOnQuit'>): boolean {
  return autoSend === 'online' || sendOnQuit !== 'never';
}
