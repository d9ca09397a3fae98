import { adjustSheet, noSheet, openSheet, sheetView } from './sheets/openSheet.ts';
import { forgetCopies } from './sheets/sheetCopies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { KeyedMutex } from '../platform/keyedMutex.ts';
import { withSharedStrings } from './sharedStrings.ts';
import type { OpenSheet } from './sheets/openedSheet.ts';

/** More than a user can have open; above it the oldest is closed. */
export const MOST_OPEN = 12;

/** Keeps the open sheets, and the file copies that they need. */
export class OpenSheets {
  readonly #ws;
  readonly #isNeeded;
  readonly #sheets = new Map<string, OpenSheet>();
  readonly #adjusting = new KeyedMutex();
  /** Closed sheets that a job or a changeset still needs. */
  readonly #leaving = new Set<string>();

  /** `isNeeded` returns whether the files named by a sheet may still be copied. */
  constructor(ws: Workspace, isNeeded: (id: string) => boolean) {
    this.#ws = ws;
    this.#isNeeded = isNeeded;
  }

  /** Returns an open sheet; throws when there is none. */
  get(id: string): OpenSheet {
    const sheet = this.#sheets.get(id);
    if (sheet === undefined || this.#leaving.has(id)) throw noSheet(id);
    return sheet;
  }

  async open(request: Parameters<typeof openSheet>[3]) {
    const id = this.#ws.platform.random.id();
    const sheet = await withSharedStrings(this.#ws, id, (db) =>
      openSheet(this.#ws, db, id, request),
    );
    for (const old of [...this.#sheets.keys()].slice(0, Math.max(0, this.#sheets.size - MOST_OPEN)))
      this.close(old);
    this.#sheets.set(id, sheet);
    return sheetView(sheet);
  }

  /** Resolves when the running adjustment is done; returns null when none is running. */
  adjusting(id: string): Promise<unknown> | null {
    return this.#adjusting.over(id);
  }

  /** Adjusts a sheet; adjustments of one sheet run one after the other. */
  adjust(id: string, adjustment: Parameters<typeof adjustSheet>[3]) {
    return this.#adjusting.take(id, async () => {
      const old = this.get(id);
      const sheet = await withSharedStrings(this.#ws, id, (db) =>
        adjustSheet(this.#ws, db, old, adjustment),
      );
      // Throws when the sheet was closed meanwhile; otherwise it would stay open forever.
      this.get(id);
      this.#sheets.set(id, sheet);
      return sheetView(sheet);
    });
  }

  /** Closes a sheet; a sheet that is still needed keeps its copies until `leave`. */
  close(id: string): void {
    const sheet = this.#sheets.get(id);
    if (sheet === undefined) return;
    if (this.#isNeeded(id)) {
      this.#leaving.add(id);
      return;
    }
    this.#sheets.delete(id);
    forgetCopies(this.#ws, sheet, this.#sheets.values());
  }

  /** Releases a closed sheet that is no longer needed. */
  leave(id: string): void {
    if (this.#leaving.delete(id)) this.close(id);
  }

  /** Closes all sheets at exit; copies that cannot be removed now are removed at the next start. */
  closeAll(): void {
    for (const id of this.#sheets.keys())
      try {
        this.close(id);
      } catch (thrown) {
        this.#ws.platform.log(
          'warn',
          `Copies of a sheet stay until the next start: ${String(thrown)}`,
        );
      }
  }
}
