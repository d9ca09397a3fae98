import type { Json } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Clock } from '../platform/platform.ts';
import { readJson } from './json.ts';
import { excerpt, isHtml } from './words.ts';
import type { Answer } from '../platform/network.ts';

/** What an answer looks like where it shows nothing: its status and its text, or its form alone. */
export interface MissShape {
  readonly text: string;
  /** Anybody could have answered so, a proxy or a service that is down: not proof alone. */
  readonly weak: boolean;
}

const MAX_BYTES = 65_536;
/** Longer texts are taken to show something. */
const SHORT = 500;
/** What a web server says of a route that it does not have. */
export const ROUTING = /cannot (?:get|post|patch|delete)|route .{0,100}not found/i;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Stands for what was asked; JSON text never holds it. */
const ASKED = '\u0000';

/** A gateway says so that it has not reached the service: twice in a row is no proof either. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** A service that breaks, or is away, comes to say of everything what it said of nothing; in milliseconds. */
const LASTS = 60_000;

interface Said {
  readonly template: string;
  /** By the clock that nobody sets, in milliseconds. */
  readonly at: number;
}

/** What a service was seen to say lately of what cannot be there, and in place of what is there (doc §4.6 gap 11). */
export class NotFoundSignatures {
  readonly #clock;
  readonly #ofNothing = new Map<string, Said>();
  readonly #ofWhatIs = new Map<string, readonly Said[]>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Notes what one question was shown to be answered where there is nothing. */
  prove(question: string, template: string): void {
    this.#ofNothing.set(question, this.#said(template));
  }

  isProven(question: string, shape: MissShape, asked: string): boolean {
    const known = this.#ofNothing.get(question);
    if (known === undefined || shape.weak || !this.#isLate(known)) return false;
    return fits(known.template, shape, asked);
  }

  /** Notes what was said under a path in place of a list, or of a record that is there. */
  doubt(base: string, template: string): void {
    const others = this.#lately(base).filter((said) => said.template !== template);
    this.#ofWhatIs.set(base, [...others, this.#said(template)]);
  }

  /** Tells whether just this was said of what is there: part of the service may be away, and part of it not. */
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

/** The shape of an answer that may mean "there is none" (doc §4.6 gap 11); null when it shows something. */
export function missShape({ status, body }: Answer): MissShape | null {
  if (GATEWAY.has(status)) return null;
  const reading = readJson(body, MAX_BYTES);
  if (!reading.readable) return bareShape(status, body);
  if (!isHollow(reading.value)) return null;
  const text = `${status} ${JSON.stringify(reading.value)}`;
  return { text, weak: status >= 500 || ROUTING.test(text) };
}

/** A shape made general: the code or id that was asked for becomes a blank. */
export function templateOf({ text }: MissShape, asked: string): string {
  return text.replaceAll(quoted(asked), ASKED);
}

/** Two misses look alike: what was asked is filled in, and numbers (times, counters) do not count. */
export function fits(template: string, { text }: MissShape, asked: string): boolean {
  return withoutNumbers(template.replaceAll(ASKED, () => quoted(asked))) === withoutNumbers(text);
}

/** Pages differ in everything but being pages; JSON that cannot be read may well show something. */
function bareShape(status: number, body: Buffer): MissShape | null {
  if (isHtml(body)) return { text: `${status} page`, weak: true };
  const text = excerpt(body, SHORT + 1).trim();
  return text.length > SHORT || /^[[{"]/.test(text)
    ? null
    : { text: `${status} ${text}`, weak: true };
}

/** Nothing inside but plain values and empty containers; a record is never hollow. */
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
