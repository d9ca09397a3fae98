import type { Events } from '#contract/events.ts';
import type { Output, Procedures } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { ClientOf } from '#contract/rpc/table.ts';
import type { ShellEvents, ShellProcedures } from '#contract/shell.ts';
import type { Connection } from './connection.ts';
import type { Collected, Root, Source, StageWatch } from './source.ts';

/** What a file is staged for: the service's rules differ by kind and field. */
export interface StageFor {
  readonly kind?: Kind | undefined;
  readonly field?: string | undefined;
}

/** The core and the shell as a window knows them. */
export interface CabinetClient extends ClientOf<
  Procedures & ShellProcedures,
  Events & ShellEvents
> {
  /** How the way to the core stands; fits `useSyncExternalStore`. After `open` ask again for what is shown. */
  readonly connection: Connection;
  /** Finds the files of a drop; folders are walked to their last file. */
  readonly collect: (roots: readonly Root[]) => Promise<Collected>;
  /** Takes a copy of a file that a person dropped or chose, whichever shell this is. */
  readonly stage: (
    source: Source,
    use: StageFor,
    watch?: StageWatch,
  ) => Promise<Output<'files.stage'>>;
  /** The address under which the bytes of files are had; see `#contract/files/bytes.ts`. */
  readonly bytes: () => Promise<string>;
  /** Where a file of this name is to be written; the desktop asks, and may be left. */
  readonly chooseTarget: (name: string) => Promise<Target>;
  /** Puts what the core wrote for a window (`download`) among the downloads, under a name. */
  readonly receive: (download: string, name: string) => Promise<void>;
}

/** A place that was chosen, the window's own downloads, or no file after all. */
export type Target = { readonly path: string } | 'download' | 'left';
