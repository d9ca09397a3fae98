import type { Collected, Root } from '../../client/source.ts';
import { connected } from '../../state/core.ts';

/**
 * Asks for files as `pickFiles` does and returns them unread.
 *
 * Without extensions any file can be chosen.
 */
export function pickRoots(
  extensions: readonly string[],
  what: 'files' | 'folder' | 'file',
): Promise<readonly Root[]> {
  return ask(extensions, what).then((files) => files.map((file) => ({ file, entry: null })));
}

/**
 * Asks for files, or for a folder with all its content.
 *
 * Uses the browser's dialog, which Electron shows as the system's. Returns nothing when the user
 * cancels.
 */
export async function pickFiles(
  extensions: readonly string[],
  what: 'files' | 'folder' | 'file',
): Promise<Collected> {
  return connected().collect(await pickRoots(extensions, what));
}

function ask(extensions: readonly string[], what: string): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = what !== 'file';
    input.webkitdirectory = what === 'folder';
    input.accept = what === 'folder' ? '' : extensions.join(',');
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
