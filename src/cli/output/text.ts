import type { Json } from '#contract/json.ts';

// What steers a terminal, hides text or reverses its direction; a tab or a line end becomes a space.
const BREAKS = /[\t\n\r\u2028\u2029]+/g;
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A text on one line, without anything that could steer the terminal. */
export function clean(text: string): string {
  return text.replace(BREAKS, ' ').replace(CONTROLS, '\ufffd');
}

/** Data as JSON, with escapes for what could steer the terminal: they stand for the same. */
export function printed(data: object, indent?: number): string {
  return JSON.stringify(data, null, indent).replace(CONTROLS, (sign) =>
    sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value as a person reads it in a cell: text as it is, the rest as JSON. */
export function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return clean(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Cuts a text to so many characters and marks the cut. */
export function cut(text: string, length: number): string {
  const letters = Array.from(text);
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text;
}

/** A time as ISO text, or null. */
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** A time as a person on this computer reads it, to the minute. */
export function localTime(time: number | null): string {
  if (time === null) return 'never';
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
