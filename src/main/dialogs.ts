import { dialog } from 'electron';
import type { BrowserWindow } from 'electron';
import path from 'node:path';
import { plainFileName } from '#contract/files/fileName.ts';
import type { Grants } from './grants.ts';
import type { ShellStore } from './stores.ts';

/** Opens the system's file dialog; an empty list means cancelled. */
export async function pickFiles(
  window: BrowserWindow | null,
  store: ShellStore,
  grants: Grants,
  wanted: { readonly multiple: boolean; readonly extensions: readonly string[] },
): Promise<{ paths: string[] }> {
  const extensions = wanted.extensions.map((each) => each.replace(/^\./, ''));
  const folder = store.folder();
  const options: Electron.OpenDialogOptions = {
    properties: wanted.multiple ? ['openFile', 'multiSelections'] : ['openFile'],
    filters: extensions.length === 0 ? [] : [{ name: extensions.join(', '), extensions }],
    ...(folder === null ? {} : { defaultPath: folder }),
  };
  const { canceled, filePaths } =
    window === null
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  const first = filePaths[0];
  if (canceled || first === undefined) return { paths: [] };
  store.keepFolder(path.dirname(first));
  for (const file of filePaths) grants.give(file);
  return { paths: filePaths };
}

/** Opens the system's folder dialog, in which a folder can be created; null means cancelled. */
export async function pickFolder(
  window: BrowserWindow | null,
  grants: Grants,
): Promise<{ path: string | null }> {
  const options: Electron.OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
  const { canceled, filePaths } =
    window === null
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  const [folder] = filePaths;
  if (canceled || folder === undefined) return { path: null };
  grants.giveHome(folder);
  return { path: folder };
}

/** Asks where to save a file, starting in the last folder; null means cancelled. */
export async function saveFile(
  window: BrowserWindow | null,
  store: ShellStore,
  grants: Grants,
  name: string,
): Promise<{ path: string | null }> {
  const folder = store.folder();
  const plain = plainFileName(name);
  const extension = path.extname(plain).slice(1);
  const options: Electron.SaveDialogOptions = {
    // Linux confirms an overwrite only with this option.
    properties: ['showOverwriteConfirmation', 'createDirectory'],
    defaultPath: folder === null ? plain : path.join(folder, plain),
    filters: extension === '' ? [] : [{ name: extension.toUpperCase(), extensions: [extension] }],
  };
  const { canceled, filePath } =
    window === null
      ? await dialog.showSaveDialog(options)
      : await dialog.showSaveDialog(window, options);
  if (canceled || filePath === '') return { path: null };
  store.keepFolder(path.dirname(filePath));
  grants.giveTarget(filePath);
  return { path: filePath };
}
