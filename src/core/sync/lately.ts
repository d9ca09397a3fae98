import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../workspace.ts';

/**
 * What was sent, or shown by a Refresh, so lately that whoever answers may not know of it yet, wherever the computer's clock was set to
 * meanwhile. Forgotten when the program ends.
 */
export class Lately {
  readonly #ws;
  readonly #at = new Map<string, number>();
  readonly #shown = new Map<Kind, number>();
  readonly #since: number;

  constructor(ws: Pick<Workspace, 'platform' | 'settings'>) {
    this.#ws = ws;
    this.#since = ws.platform.clock.steady();
  }

  note(kind: Kind, id: string): void {
    this.#at.set(`${kind}/${id}`, this.#ws.platform.clock.steady());
  }

  /** A Refresh has shown that records of a kind were changed. */
  noteShown(kind: Kind): void {
    this.#shown.set(kind, this.#ws.platform.clock.steady());
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
