import { browserClient } from './browser.ts';
import { desktopClient, desktopWindow } from './desktop.ts';
import type { CabinetClient } from './cabinetClient.ts';

/** Connects this window to the core of its shell. */
export function openClient(): CabinetClient {
  const desktop = desktopWindow();
  return desktop === null ? browserClient() : desktopClient(desktop);
}
