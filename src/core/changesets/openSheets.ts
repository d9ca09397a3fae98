import { adjustSheet, noSheet, openSheet, sheetView } from './sheets/openSheet.ts';
import { forgetCopies } from './sheets/sheetCopies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { KeyedMutex } from '../platform/keyedMutex.ts';
import { withSharedStrings } from './sharedStrings.ts';
import type { OpenSheet } from './sheets/openedSheet.ts';

/** More than a person could have open; the oldest makes room. */
export const MOST_OPEN = 12;

/** Keeps the sheets that windows have open, and the copies of what they name for as long as those are needed. */
export class OpenSheets {
  readonly #ws;
  readonly #isNeeded;
  readonly #sheets = new Map<string, OpenSheet>();
  readonly #adjusting = new KeyedMutex();
  /** Sheets that were closed while something of them was still to be done. */
  readonly #leaving = new Set<string>();

  /** `isNeeded` tells whether copies may still be taken of the files that a sheet names. */
  constructor(ws: Workspace, isNeeded: (id: string) => boolean) {
    this.#ws = ws;
    this.#isNeeded = isNeeded;
  }

  /** A sheet that nobody closed; throws where there is none. */
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

  /** Resolves when a sheet is read as the last adjustment leaves it; null where none is under way. */
  adjusting(id: string): Promise<unknown> | null {
    return this.#adjusting.over(id);
  }

  /** Adjusts a sheet as the adjustment before it left it, however quickly they follow each other. */
  adjust(id: string, adjustment: Parameters<typeof adjustSheet>[3]) {
    return this.#adjusting.take(id, async () => {
      const old = this.get(id);
      const sheet = await withSharedStrings(this.#ws, id, (db) =>
        adjustSheet(this.#ws, db, old, adjustment),
      );
      // Throws where it was closed meanwhile: nobody would close it again.
      this.get(id);
      this.#sheets.set(id, sheet);
      return sheetView(sheet);
    });
  }

  /** Closes a sheet; as long as it is needed its copies stay, until `leave`. */
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

  /** Lets go of a sheet that was closed before, if it is needed no more. */
  leave(id: string): void {
    if (this.#leaving.delete(id)) this.close(id);
  }

  /** Closes all at the end; copies that cannot be let go of now are at the next start. */
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
