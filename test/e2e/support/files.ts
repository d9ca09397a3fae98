import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type { JourneyService } from '#test/support/app.ts';

const demo = fileURLToPath(new URL('../../../resources/demo/', import.meta.url));

/** Writes a file of the demo catalogue with a mark at its end, so that its bytes are unique. */
export function writeFile(folder: string, name: string, like: string, mark: string): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.copyFileSync(path.join(demo, like), file);
  fs.appendFileSync(file, `\n# ${mark}\n`);
  return file;
}

export function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

/** Returns the hashes of all files that the service has received. */
export function uploaded(service: JourneyService): readonly string[] {
  return service.state.files().map(({ sha256 }) => sha256);
}

/** Returns the hash of the file at a path of the service. */
export function contentAt(service: JourneyService, where: unknown): string | undefined {
  return service.state.files().find((file) => file.path === where)?.sha256;
}

/** Drops files of the disk on an element, as a user does. */
export async function dropFiles(target: Locator, files: readonly string[]): Promise<void> {
  const held = await hold(target.page(), files, false);
  await held.dispatch(target);
}

/**
 * Drops a folder on an element.
 *
 * Only the browser's own file entries are simulated.
 */
export async function dropFolder(target: Locator, folder: string): Promise<void> {
  const held = await hold(target.page(), [folder], true);
  await held.dispatch(target);
}

/**
 * Returns files dragged over the window.
 *
 * They can hover over one element and be dropped on another.
 */
async function hold(page: Page, paths: readonly string[], folder: boolean) {
  // A file chooser gives real files of the disk, which a script cannot create.
  await page.evaluate((isFolder) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'held';
    input.hidden = true;
    input.multiple = true;
    input.webkitdirectory = isFolder;
    document.body.append(input);
  }, folder);
  await page.locator('#held').setInputFiles(folder ? (paths[0] ?? '') : [...paths]);
  const dataTransfer = await page.evaluateHandle(holdInPage, folder);
  const dispatch = async (target: Locator) => {
    for (const name of ['dragenter', 'dragover', 'drop'])
      await target.dispatchEvent(name, { dataTransfer });
  };
  return { dispatch };
}

function holdInPage(isFolder: boolean): DataTransfer {
  const input = document.querySelector<HTMLInputElement>('#held');
  const files = [...(input?.files ?? [])];
  input?.remove();
  const transfer = new DataTransfer();
  if (!isFolder) {
    for (const file of files) transfer.items.add(file);
    return transfer;
  }
  transfer.items.add(new File([], 'folder'));
  const entryOf = (name: string, file: File | null, children: unknown[]) => ({
    name,
    isFile: file !== null,
    isDirectory: file === null,
    file: (give: (file: File | null) => void) => give(file),
    createReader: () => {
      // As a browser does: a few entries at a time, and an empty list at the end.
      const rest = [...children];
      return { readEntries: (give: (some: unknown[]) => void) => give(rest.splice(0, 7)) };
    },
  });
  interface Folder {
    readonly folders: Map<string, Folder>;
    readonly files: File[];
  }
  const newFolder = (): Folder => ({ folders: new Map(), files: [] });
  const root = newFolder();
  for (const file of files) {
    let at = root;
    for (const name of file.webkitRelativePath.split('/').slice(0, -1)) {
      const next = at.folders.get(name) ?? newFolder();
      at.folders.set(name, next);
      at = next;
    }
    at.files.push(file);
  }
  const build = (name: string, { folders, files: own }: Folder): unknown =>
    entryOf(name, null, [
      ...[...folders].map(([each, inside]) => build(each, inside)),
      ...own.map((file) => entryOf(file.name, file, [])),
    ]);
  const [first] = [...root.folders];
  DataTransferItem.prototype.webkitGetAsEntry = () =>
    (first === undefined ? null : build(...first)) as FileSystemEntry | null;
  return transfer;
}
