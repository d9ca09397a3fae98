import type { Json } from '#contract/json.ts';

// Control characters that steer a terminal, hide text or reverse it. Tabs and line ends become
// spaces.
const BREAKS = /[\t\n\r\u2028\u2029]+/g;
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text on one line without control characters. */
export function clean(text: string): string {
  return text.replace(BREAKS, ' ').replace(CONTROLS, '\ufffd');
}

/** Returns data as JSON with control characters escaped. */
export function printed(data: object, indent?: number): string {
  return JSON.stringify(data, null, indent).replace(CONTROLS, (sign) =>
    sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns a value for a cell: text as it is, other values as JSON. */
export function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return clean(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Shortens a text to a number of characters and marks the cut. */
export function cut(text: string, length: number): string {
  const letters = Array.from(text);
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text;
}

/** Returns a time as ISO text; null stays null. */
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** Returns a time in the local time zone, to the minute. */
export function localTime(time: number | null): string {
  if (time === null) return 'never';
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
