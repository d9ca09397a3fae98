import type { Json } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Clock } from '../platform/platform.ts';
import { readJson } from './json.ts';
import { excerpt, isHtml } from './words.ts';
import type { Answer } from '../platform/network.ts';

/** The shape of an answer without a record: its status and text, or only its form. */
export interface MissShape {
  readonly text: string;
  /** A proxy or a failing service could also answer like this: not a proof alone. */
  readonly weak: boolean;
}

const MAX_BYTES = 65_536;
/** Longer texts count as content. */
const SHORT = 500;
/** Words of a web server for a missing route. */
export const ROUTING = /cannot (?:get|post|patch|delete)|route .{0,100}not found/i;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** The placeholder for the requested value; JSON text never contains it. */
const ASKED = '\u0000';

/**
 * A gateway reports by these that it did not reach the service; even two in a row prove nothing.
 */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * How long a signature is valid, in milliseconds: a failing service may answer every request like a
 * missing record.
 */
const LASTS = 60_000;

interface Said {
  readonly template: string;
  /** Monotonic time, in milliseconds. */
  readonly at: number;
}

/**
 * Remembers recent answers for missing records, and answers in place of existing records (doc §4.6
 * gap 11).
 */
export class NotFoundSignatures {
  readonly #clock;
  readonly #ofNothing = new Map<string, Said>();
  readonly #ofWhatIs = new Map<string, readonly Said[]>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Records the answer of one look-up for a missing record. */
  prove(question: string, template: string): void {
    this.#ofNothing.set(question, this.#said(template));
  }

  isProven(question: string, shape: MissShape, asked: string): boolean {
    const known = this.#ofNothing.get(question);
    if (known === undefined || shape.weak || !this.#isLate(known)) return false;
    return fits(known.template, shape, asked);
  }

  /** Records an answer under a path that came in place of a list or of an existing record. */
  doubt(base: string, template: string): void {
    const others = this.#lately(base).filter((said) => said.template !== template);
    this.#ofWhatIs.set(base, [...others, this.#said(template)]);
  }

  /**
   * Returns whether this answer recently came in place of an existing record: a part of the service
   * may be down.
   */
  isDoubtful(base: string, shape: MissShape, asked: string): boolean {
    return this.#lately(base).some(({ template }) => fits(template, shape, asked));
  }

  #lately(base: string): readonly Said[] {
    return (this.#ofWhatIs.get(base) ?? []).filter((said) => this.#isLate(said));
  }

  #said(template: string): Said {
    return { template, at: this.#clock.monotonicMs() };
  }

  #isLate({ at }: Said): boolean {
    return this.#clock.monotonicMs() - at < LASTS;
  }
}

/**
 * Returns the shape of an answer that may mean "not found" (doc §4.6 gap 11); null when it holds a
 * record.
 */
export function missShape({ status, body }: Answer): MissShape | null {
  if (GATEWAY.has(status)) return null;
  const reading = readJson(body, MAX_BYTES);
  if (!reading.readable) return bareShape(status, body);
  if (!isHollow(reading.value)) return null;
  const text = `${status} ${JSON.stringify(reading.value)}`;
  return { text, weak: status >= 500 || ROUTING.test(text) };
}

/** Returns the text of a shape with the requested key or id replaced by a placeholder. */
export function templateOf({ text }: MissShape, asked: string): string {
  return text.replaceAll(quoted(asked), ASKED);
}

/**
 * Returns whether an answer matches a template.
 *
 * The requested value is filled in, and numbers (times, counters) are ignored.
 */
export function fits(template: string, { text }: MissShape, asked: string): boolean {
  return withoutNumbers(template.replaceAll(ASKED, () => quoted(asked))) === withoutNumbers(text);
}

/** The capability that holds a template of a kind, for the person to read. */
export const SIGNATURE_NAMES = { id: 'not-found', key: 'code-not-found' } as const;

const LONGEST_SHOWN = 300;

/** Returns a template for the person to read: `…` is the requested value, `#` a number. */
export function shownTemplate(template: string): string {
  return withoutNumbers(template.replaceAll(ASKED, '…')).slice(0, LONGEST_SHOWN);
}

/**
 * Returns the shape of an answer that is not JSON.
 *
 * All web pages count as alike. Unreadable JSON may hold a record.
 */
function bareShape(status: number, body: Buffer): MissShape | null {
  if (isHtml(body)) return { text: `${status} page`, weak: true };
  const text = excerpt(body, SHORT + 1).trim();
  return text.length > SHORT || /^[[{"]/.test(text)
    ? null
    : { text: `${status} ${text}`, weak: true };
}

/**
 * Returns whether a value holds only plain values and empty containers; a record is never hollow.
 */
function isHollow(value: Json): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string');
  if (!isObject(value)) return true;
  return own(value, '_id') === undefined && Object.values(value).every((each) => isHollow(each));
}

function quoted(asked: string): string {
  return JSON.stringify(asked).slice(1, -1);
}

function withoutNumbers(text: string): string {
  // The status at the start stays.
  const [status, rest] = [text.slice(0, 3), text.slice(3)];
  return (
    status +
    rest
      .replace(UUID, '#')
      .replace(/[0-9a-f]{8,}/gi, '#')
      .replace(/\d+/g, '#')
  );
}
