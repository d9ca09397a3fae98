import { app } from 'electron';
import path from 'node:path';

/** Returns the folder that the program was installed into; null while it runs from a checkout. */
export function programFolder(): string | null {
  if (!app.isPackaged) return null;
  const beside = path.dirname(process.execPath);
  // Cabinet.app/Contents/MacOS
  return process.platform === 'darwin' ? path.join(beside, '..', '..') : beside;
}
