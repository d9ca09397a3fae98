import { create } from 'zustand';
import type { Settings } from '#contract/procedures.ts';
import type { Client } from '#contract/rpc/connect.ts';
import { applyLanguage } from '../i18n/i18n.ts';
import { applyProfileStyle } from '../i18n/profileStyle.ts';
import { applyTheme, onSystemScheme, schemeOf, storedTheme } from './theme/scheme.ts';
import type { Scheme } from './theme/scheme.ts';
import { call } from './core.ts';
import { Query } from './query.ts';

interface SettingsState {
  /** Null until the core's first answer. */
  readonly settings: Settings | null;
  /** The scheme on screen; `system` is already resolved. */
  readonly scheme: Scheme;
}

export const settingsStore = create<SettingsState>(() => ({
  settings: null,
  scheme: schemeOf(storedTheme()),
}));

/** Reads the settings inside a component. */
export function useSettings<T>(pick: (state: SettingsState) => T): T {
  return settingsStore(pick);
}

/** The settings as the core last reported them. */
let kept: Settings | null = null;
/**
 * Changes sent to the core and not yet answered, in order.
 *
 * A refused change is reverted alone.
 */
const onTheirWay = new Set<Partial<Settings>>();

/**
 * Applies theme and language from the settings.
 *
 * Call `askAgain` after a new connection.
 */
export function followSettings(client: Client): { readonly askAgain: () => void } {
  const query = new Query('settings.get');
  query.follow((data) => {
    kept = data;
    show();
  });
  client.on('settings.changed', query.refresh);
  onSystemScheme(() => settingsStore.setState({ scheme: applyTheme(storedTheme()) }));
  return { askAgain: () => query.ask(client, {}) };
}

/**
 * Shows changed settings at once and saves them in the core.
 *
 * Throws an AppError when the core refuses them. `unencrypted`: the user accepts an address without
 * encryption.
 */
export async function saveSettings(values: Partial<Settings>, unencrypted = false): Promise<void> {
  onTheirWay.add(values);
  show();
  try {
    kept = await call('settings.set', unencrypted ? { values, unencrypted } : { values });
  } finally {
    onTheirWay.delete(values);
    show();
  }
}

function show(): void {
  if (kept === null) return;
  const settings = { ...kept };
  for (const each of onTheirWay) Object.assign(settings, each);
  applyLanguage(settings.language);
  applyProfileStyle(settings);
  settingsStore.setState({ settings, scheme: applyTheme(settings.theme) });
}
