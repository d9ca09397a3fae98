import { AppError } from '#contract/errors.ts';
import type { PullNote } from '#contract/notes.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { ServiceApi } from '../../service/types.ts';
import { yieldToEventLoop as nextTurn } from '../../platform/yieldToEventLoop.ts';
import type { StoreChange } from '../../store/recordStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { RecentWrites } from '../recentWrites.ts';
import type { Progress } from './progress.ts';
import type { PullStore } from '../../store/pullStore.ts';

export interface PullOptions {
  readonly signal?: AbortSignal;
  /**
   * Returns whether a write of this record was acknowledged after `askedAt`. An answer requested
   * before may be older than the write.
   */
  readonly acknowledgedSince: (kind: Kind, id: string, askedAt: number) => boolean;
  readonly lately: RecentWrites;
  /** Lets waiting edits go first; called between chunks of about 100 rows. */
  readonly yieldToEdits?: () => Promise<void>;
}

/** The state of the pull of one kind. */
export interface KindPull {
  readonly ws: Workspace;
  readonly api: ServiceApi;
  readonly store: PullStore;
  readonly kind: Kind;
  readonly resource: Resource;
  readonly options: PullOptions;
  readonly run: number;
  readonly startedAt: number;
  /**
   * `startedAt` by the monotonic clock; -Infinity for a resumed run, which another process began.
   */
  readonly since: number;
  readonly resumed: boolean;
  readonly progress: Progress;
  /** Ids that this run has seen. */
  readonly seen: Set<string>;
  /** Records that this run added to the mirror or updated in it. */
  readonly changes: Map<string, StoreChange>;
  /** Records that a kept page may describe wrongly, with the run that wrote them. */
  readonly touched: ReadonlyMap<string, number>;
  /**
   * Versions of records right before our writes shortly before this pull. A lagging replica may
   * still return them.
   */
  readonly stood: ReadonlyMap<string, ReadonlySet<string>>;
  /** Entries without a usable id, as the service sent them. */
  readonly odd: Set<string>;
  readonly notes: PullNote[];
  /** A first load: rows are written without indexes, which are built at the end. */
  readonly loading: boolean;
  /** A request failed and was repeated. */
  swallowed: boolean;
}

/**
 * Returns the ingest time for records taken now.
 *
 * It is never before the start of the pull, even where the wall clock is set back meanwhile.
 */
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
