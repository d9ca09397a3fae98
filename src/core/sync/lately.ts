import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../workspace.ts';

/** So many notes of when something was taken are kept before those that are over are let go. */
const MANY = 1_000;

/**
 * What was sent, or shown by a Refresh, so lately that whoever answers may not know of it yet, wherever the computer's
 * clock was set to meanwhile. Forgotten when the program ends.
 */
export class Lately {
  readonly #ws;
  readonly #at = new Map<string, number>();
  readonly #shown = new Map<Kind, number>();
  /** When the mirror took records, by kind and by what the computer's clock said then. */
  readonly #taken = new Map<string, number>();
  readonly #since: number;

  constructor(ws: Pick<Workspace, 'platform' | 'settings'>) {
    this.#ws = ws;
    this.#since = ws.platform.clock.steady();
  }

  note(kind: Kind, id: string): void {
    this.#at.set(`${kind}/${id}`, this.#ws.platform.clock.steady());
  }

  /** A Refresh has shown that records of a kind were added or changed, which the mirror took at `takenAt`. */
  noteShown(kind: Kind, takenAt: number): void {
    const steady = this.#ws.platform.clock.steady();
    this.#shown.set(kind, steady);
    this.#taken.set(`${kind}/${takenAt}`, steady);
    if (this.#taken.size > MANY)
      for (const [key, at] of this.#taken) if (!this.#isLate(at)) this.#taken.delete(key);
  }

  /** Whether what the mirror took of a kind at `takenAt` was shown by a Refresh a moment ago. */
  hasTaken(kind: Kind, takenAt: number): boolean {
    return this.#isLate(this.#taken.get(`${kind}/${takenAt}`) ?? -Infinity);
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
    return platform.clock.steady() - at < settings.settleMs;
  }
}
