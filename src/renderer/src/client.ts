import { browserClient } from './client/browser.ts';
import { desktopClient, desktopWindow } from './client/desktop.ts';
import type { CabinetClient } from './client/cabinetClient.ts';

/** Connects this window to the core of its shell. */
export function openClient(): CabinetClient {
  const desktop = desktopWindow();
  return desktop === null ? browserClient() : desktopClient(desktop);
}
