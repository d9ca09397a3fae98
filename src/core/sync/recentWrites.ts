import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { IngestTimes } from '../store/ingestTimes.ts';

/**
 * Writes and pulled changes recent enough that a replica may lack them.
 *
 * Age is measured by the monotonic clock, so setting the wall clock has no effect. Writes are
 * forgotten when the program ends; the times of pulled changes are stored in the mirror.
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
   * Notes that a pull added, changed or removed records of a kind, with the ingest time `takenAt`.
   *
   * Call inside the transaction that stores them.
   */
  noteShown(kind: Kind, takenAt: number): void {
    const steady = this.#ws.platform.clock.monotonicMs();
    this.#shown.set(kind, steady);
    this.#taken.note(kind, takenAt, steady);
  }

  /**
   * Returns whether a pull stored the records stamped `takenAt` within the replica lag, in this run
   * or an earlier one.
   */
  hasTaken(kind: Kind, takenAt: number): boolean {
    return this.#isLate(this.tookAt(kind, takenAt) ?? -Infinity);
  }

  /**
   * Returns the monotonic time of the pull that stored records stamped `takenAt`; null when that is
   * long ago.
   */
  tookAt(kind: Kind, takenAt: number): number | null {
    return this.#taken.of(kind, takenAt);
  }

  /**
   * Returns whether the pull that stored records stamped `takenAt` came after our last write of
   * this record.
   */
  hasTakenBehind(kind: Kind, id: string, takenAt: number): boolean {
    return (this.tookAt(kind, takenAt) ?? -Infinity) > (this.#at.get(`${kind}/${id}`) ?? -Infinity);
  }

  /**
   * Returns whether a pull brought changes of the kind after our last write of the record.
   *
   * Null where this run did not write the record.
   */
  isShownBehind(kind: Kind, id: string): boolean | null {
    const sent = this.#at.get(`${kind}/${id}`);
    return sent === undefined ? null : (this.#shown.get(kind) ?? -Infinity) > sent;
  }

  /**
   * Returns whether a pull may have brought changes of the kind recently. The previous run may have
   * done so shortly before this one began.
   */
  hasShown(kind: Kind): boolean {
    return this.#isLate(this.#shown.get(kind) ?? this.#since);
  }

  has(kind: Kind, id: string): boolean {
    return this.#isLate(this.#at.get(`${kind}/${id}`) ?? -Infinity);
  }

  /**
   * Returns whether our last write of the record is so old that every replica has it.
   *
   * Writes of an earlier run count as made when this run began.
   */
  isPast(kind: Kind, id: string): boolean {
    return !this.#isLate(this.#at.get(`${kind}/${id}`) ?? this.#since);
  }

  /** Returns the ids of all recently written records of a kind. */
  idsOf(kind: Kind): readonly string[] {
    const start = `${kind}/`;
    return [...this.#at]
      .filter(([key, at]) => key.startsWith(start) && this.#isLate(at))
      .map(([key]) => key.slice(start.length));
  }

  #isLate(at: number): boolean {
    const { platform, settings } = this.#ws;
    const now = platform.clock.monotonicMs();
    // A monotonic time in the future comes from before a restart of the computer: `now` is then the
    // uptime.
    return (at > now ? now : now - at) < settings.settleMs;
  }
}
