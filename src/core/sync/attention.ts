import type { Attention } from '#contract/attention.ts';
import { events } from '#contract/events.ts';
import type { Emit, EventData } from '#contract/events.ts';
import { visibleText } from '#contract/visibleText.ts';
import type { QueueCounts } from '#contract/operations.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A push that takes longer is worth a notification at its end, in milliseconds. */
const LONG_MS = 10_000;
/** Most records that a notification names. */
const MOST_NAMES = 3;
/** Most letters of a name: the service may have given a code of any length. */
const MOST_LETTERS = 60;

const NEEDY: ReadonlySet<string> = new Set(['refused', 'conflict']);

/**
 * Tells when a user should look: a decision, the end of a long push, the end of the session.
 *
 * It follows the events of the core. A shell shows the news only while its window is in the
 * background. A run is told of once, at its end.
 */
export class AttentionWatch {
  readonly #ws;
  #known: number;
  #pushedAt: number | null = null;

  constructor(ws: Workspace) {
    this.#ws = ws;
    this.#known = needyOf(ws.operations.counts());
  }

  /** Receives every event of the core. */
  readonly hear: Emit = (name, data) => {
    if (name === 'sync.state') this.#onState(events['sync.state'].parse(data));
    else if (name === 'outbox.changed') this.#onQueue(events['outbox.changed'].parse(data).counts);
    else if (name === 'session.changed' && events['session.changed'].parse(data).expired)
      this.#tell({ code: 'signed-out' });
  };

  /** A decision of the user makes room for the next notification. */
  #onQueue(counts: QueueCounts): void {
    this.#known = Math.min(this.#known, needyOf(counts));
  }

  #onState(state: EventData<'sync.state'>): void {
    const now = this.#ws.platform.clock.monotonicMs();
    if (state.running === 'push') {
      this.#pushedAt ??= now;
      return;
    }
    const began = this.#pushedAt;
    if (began === null && state.running !== 'idle') return;
    this.#pushedAt = null;
    const counts = this.#ws.operations.counts();
    const before = this.#known;
    this.#known = needyOf(counts);
    if (this.#known > before) {
      const count = this.#known + counts.unknown;
      this.#tell({ code: 'decision', count, names: this.#names() });
    } else if (began !== null && now - began > LONG_MS && isSent(state, counts))
      this.#tell({ code: 'sent', left: counts.waiting + counts.held });
  }

  /** Returns keys of a few records that need a decision, if the user allows them. */
  #names(): string[] {
    const { settings, operations, entities } = this.#ws;
    if (settings.all().notifications !== 'names') return [];
    const needy = operations.openHeads().filter(({ state }) => NEEDY.has(state));
    const keys = needy.flatMap(({ eid }) => entities.get(eid)?.key ?? []);
    return [...new Set(keys)].slice(0, MOST_NAMES).map(shortName);
  }

  #tell(attention: Attention): void {
    if (this.#ws.settings.all().notifications !== 'off') this.#ws.emit('attention', attention);
  }
}

/**
 * Returns whether the end of a push is worth a notification.
 *
 * Not a push that failed or was stopped, nor an automatic one that goes on later.
 */
function isSent(
  { online, error, automatic }: EventData<'sync.state'>,
  { waiting, held, unknown }: QueueCounts,
): boolean {
  const isOver = automatic !== true || waiting + held + unknown === 0;
  return online === true && error === null && isOver;
}

const WITHOUT_MARKUP: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' };

/**
 * Returns a key as a notification may show it.
 *
 * Linux reads links and pictures in a notification, and a key may come from another person.
 */
function shortName(key: string): string {
  const plain = visibleText(key.slice(0, 2 * MOST_LETTERS));
  const name = plain.replaceAll(/[<>&]/g, (sign) => WITHOUT_MARKUP[sign] ?? '');
  return name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS)}…` : name;
}

function needyOf({ refused, conflict }: QueueCounts): number {
  return refused + conflict;
}
