import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { IngestTimes } from '../store/ingestTimes.ts';

/**
 * What was sent, or shown by a Refresh, so lately that whoever answers may not know of it yet, wherever the computer's
 * clock was set to meanwhile. What was sent is forgotten when the program ends; what was shown is noted in the mirror.
 */
export class RecentWrites {
  readonly #ws;
  readonly #at = new Map<string, number>();
  readonly #shown = new Map<Kind, number>();
  readonly #taken;
  readonly #since: number;

  constructor(ws: Pick<Workspace, 'platform' | 'settings' | 'cache'>) {
    this.#ws = ws;
    this.#since = ws.platform.clock.monotonicMs();
    this.#taken = new IngestTimes(ws.cache, (at) => this.#isLate(at));
  }

  note(kind: Kind, id: string): void {
    this.#at.set(`${kind}/${id}`, this.#ws.platform.clock.monotonicMs());
  }

  /**
   * A Refresh has shown that records of a kind were added, changed or removed, which the mirror took at `takenAt`. Call
   * inside the transaction that takes them.
   */
  noteShown(kind: Kind, takenAt: number): void {
    const steady = this.#ws.platform.clock.monotonicMs();
    this.#shown.set(kind, steady);
    this.#taken.note(kind, takenAt, steady);
  }

  /** Whether what the mirror took of a kind at `takenAt` was shown by a Refresh a moment ago, by this run or an earlier one. */
  hasTaken(kind: Kind, takenAt: number): boolean {
    return this.#isLate(this.tookAt(kind, takenAt) ?? -Infinity);
  }

  /** What the clock that nobody sets said when the mirror took what it took of a kind at `takenAt`; null where that is long ago. */
  tookAt(kind: Kind, takenAt: number): number | null {
    return this.#taken.of(kind, takenAt);
  }

  /** Whether a Refresh brought what the mirror took of a kind at `takenAt`, behind all that this run sent of a record. */
  hasTakenBehind(kind: Kind, id: string, takenAt: number): boolean {
    return (this.tookAt(kind, takenAt) ?? -Infinity) > (this.#at.get(`${kind}/${id}`) ?? -Infinity);
  }

  /** Something of a kind was shown behind what was sent of a record last; null where nothing of it was sent by this run. */
  isShownBehind(kind: Kind, id: string): boolean | null {
    const sent = this.#at.get(`${kind}/${id}`);
    return sent === undefined ? null : (this.#shown.get(kind) ?? -Infinity) > sent;
  }

  /** Also where the run before this one may have. */
  hasShown(kind: Kind): boolean {
    return this.#isLate(this.#shown.get(kind) ?? this.#since);
  }

  has(kind: Kind, id: string): boolean {
    return this.#isLate(this.#at.get(`${kind}/${id}`) ?? -Infinity);
  }

  /**
   * Sent so long ago that everybody knows, whatever the computer's clock makes of it: by this run of the program, or
   * before it began.
   */
  isPast(kind: Kind, id: string): boolean {
    return !this.#isLate(this.#at.get(`${kind}/${id}`) ?? this.#since);
  }

  /** Ids of all that there is of a kind. */
  idsOf(kind: Kind): readonly string[] {
    const start = `${kind}/`;
    return [...this.#at]
      .filter(([key, at]) => key.startsWith(start) && this.#isLate(at))
      .map(([key]) => key.slice(start.length));
  }

  #isLate(at: number): boolean {
    const { platform, settings } = this.#ws;
    const now = platform.clock.monotonicMs();
    // Later than now: the computer was started again since, and has been running for so long.
    return (at > now ? now : now - at) < settings.settleMs;
  }
}
