import { app } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { defaultDataDir } from '#core/app/nodePlatform.ts';

/** The folder of Electron's own files, beside the data folder. */
const NAME = 'Cabinet Window';
/** The key that Windows seals secrets with, and the shell's own settings; in the order of the move. */
const KEPT = ['Local State', 'shell.json'];

/**
 * Keeps the files of Electron and of the shell out of the data folder.
 *
 * Electron names its folder after the program. On Windows and macOS that is the data folder: a move,
 * a backup or a copy of the data would take Chromium's caches along. The settings
 * of an earlier version (the sealed sign-in, the place of the window) are taken over once.
 */
export function separateShellFolder(): void {
  const old = app.getPath('userData');
  if (!isSame(old, defaultDataDir())) return;
  const folder = path.join(app.getPath('appData'), NAME);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of KEPT) takeOver(path.join(old, name), path.join(folder, name));
  app.setPath('userData', folder);
}

/** Moves a file of an earlier version, unless there is a newer one. Without it the user signs in again. */
function takeOver(from: string, to: string): void {
  if (fs.existsSync(to) || !fs.existsSync(from)) return;
  try {
    fs.renameSync(from, to);
  } catch {
    // The earlier version may still run and hold it open.
  }
}

/** Returns whether two paths are equal; Windows and macOS ignore case. */
function isSame(one: string, other: string): boolean {
  return path.resolve(one).toLowerCase() === path.resolve(other).toLowerCase();
}
