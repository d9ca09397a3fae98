import type { Events } from '#contract/events.ts';
import type { Output, Procedures } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ClientOf } from '#contract/rpc/table.ts';
import type { ShellEvents, ShellProcedures } from '#contract/shell.ts';
import type { Connection } from './connection.ts';
import type { Collected, Root, Source, StageWatch } from './source.ts';

/** The kind and field of a staged file; the service's rules depend on them. */
export interface StageFor {
  readonly kind?: Kind | undefined;
  readonly field?: string | undefined;
}

/** The core and the shell as seen by a window. */
export interface CabinetClient extends ClientOf<
  Procedures & ShellProcedures,
  Events & ShellEvents
> {
  /**
   * State of the connection to the core; fits `useSyncExternalStore`.
   *
   * After `open`, ask again for everything shown.
   */
  readonly connection: Connection;
  /** Finds the files of a drop, with all subfolders. */
  readonly collect: (roots: readonly Root[]) => Promise<Collected>;
  /** Stages a file that the user dropped or chose, in either shell. */
  readonly stage: (
    source: Source,
    use: StageFor,
    watch?: StageWatch,
  ) => Promise<Output<'files.stage'>>;
  /** Returns the base address for bytes of files; see `#contract/files/bytes.ts`. */
  readonly bytes: () => Promise<string>;
  /**
   * Returns where to write a file of this name.
   *
   * The desktop asks the user, who may cancel.
   */
  readonly chooseTarget: (name: string) => Promise<SaveTarget>;
  /** Saves a file that the core wrote (`download`) to the browser's downloads. */
  readonly receive: (download: string, name: string) => Promise<void>;
}

/** A chosen path, the browser's downloads, or cancelled. */
export type SaveTarget = { readonly path: string } | 'download' | 'left';
