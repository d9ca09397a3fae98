import { app } from 'electron';
import path from 'node:path';
import { invalid } from '#contract/errors.ts';

/**
 * Tells whether a folder is the one that the program was installed into, or lies in it: an update, as uninstalling,
 * takes that away whole, and with it whatever else lies there.
 */
export function isInProgram(folder: string): boolean {
  if (!app.isPackaged) return false;
  const way = path.relative(programFolder(), folder);
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}

/** Refuses such a folder for the data. */
export function refuseProgram(folder: string): void {
  if (!isInProgram(folder)) return;
  const expected = 'a folder outside that of the program, which an update takes away';
  throw invalid([{ place: 'folder', value: folder, expected }]);
}

function programFolder(): string {
  const beside = path.dirname(process.execPath);
  // Cabinet.app/Contents/MacOS
  return process.platform === 'darwin' ? path.join(beside, '..', '..') : beside;
}
