import { AppError } from '#contract/errors.ts';
import type { PullNote } from '#contract/notes.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { ServiceApi } from '../../service/types.ts';
import { yieldToEventLoop as nextTurn } from '../../platform/yieldToEventLoop.ts';
import type { Change } from '../../store/recordStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { RecentWrites } from '../recentWrites.ts';
import type { Progress } from './progress.ts';
import type { PullStore } from '../../store/pullStore.ts';

export interface PullOptions {
  readonly signal?: AbortSignal;
  /** A write of this record was acknowledged after this time: what was asked for earlier may be older. */
  readonly acknowledgedSince: (kind: Kind, id: string, askedAt: number) => boolean;
  readonly lately: RecentWrites;
  /** Lets waiting edits go first; called between chunks of about 100 rows. */
  readonly yieldToEdits?: () => Promise<void>;
}

/** One kind on its way into the mirror. */
export interface KindPull {
  readonly ws: Workspace;
  readonly api: ServiceApi;
  readonly store: PullStore;
  readonly kind: Kind;
  readonly resource: Resource;
  readonly options: PullOptions;
  readonly run: number;
  readonly startedAt: number;
  /** The same by the clock that nobody sets; before everything where another run of the program began it. */
  readonly since: number;
  readonly resumed: boolean;
  readonly progress: Progress;
  /** Everything that this run has seen. */
  readonly seen: Set<string>;
  /** What of it was not in the mirror as it came. */
  readonly changes: Map<string, Change>;
  /** Records that a kept page may describe as they no longer are, with the run that wrote them. */
  readonly touched: ReadonlyMap<string, number>;
  /**
   * How records stood before what was sent of them a moment before the pull began: so a copy that is behind still shows
   * them.
   */
  readonly stood: ReadonlyMap<string, ReadonlySet<string>>;
  /** Entries without a usable id, as the service sent them. */
  readonly odd: Set<string>;
  readonly notes: PullNote[];
  /** A first load: rows go in bare, and the indexes are built at its end. */
  readonly loading: boolean;
  /** A request failed and was repeated. */
  swallowed: boolean;
}

/** When a pull takes what it takes now: not before it began, also where the clock is set back meanwhile. */
export function takenNow({ ws, startedAt }: KindPull): number {
  return Math.max(ws.platform.clock.now(), startedAt);
}

/** Lets waiting edits and other work go first; throws when the pull was stopped. */
export async function breathe({ options }: KindPull): Promise<void> {
  await (options.yieldToEdits ?? nextTurn)();
  throwIfStopped(options.signal);
}

/** Throws when the pull was stopped. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('cancelled', 'The refresh was stopped.');
}
