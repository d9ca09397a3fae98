import type { Json } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import { readJson } from './json.ts';

/** Longer messages are cut, because the user sees them. */
export const MAX_WORDS = 500;
const MAX_ERROR_BYTES = 65_536;

/** Returns the first characters of an answer, for the user or the activity log. */
export function excerpt(body: Buffer, length: number): string {
  return body.toString('utf8', 0, length * 4).slice(0, length);
}

const PAGE = /^<(?:!doctype|!--|html|head|body|title|meta|script|h1|pre|center)/i;

/** Returns whether an answer is a web page instead of data. */
export function isHtml(body: Buffer): boolean {
  return PAGE.test(excerpt(body, 256).trimStart());
}

/**
 * Returns the service's words (doc §7): `message`, else `error`, else the text itself, at most 500
 * characters.
 */
export function wordsOf(body: Buffer): string {
  const reading = readJson(body, MAX_ERROR_BYTES);
  const said = reading.readable ? messageIn(reading.value) : null;
  return (said ?? (isHtml(body) ? titleOf(body) : excerpt(body, MAX_WORDS)))
    .slice(0, MAX_WORDS)
    .trim();
}

/** Returns the message of a successful answer, or its text where it is not JSON. */
export function remarkOf(body: Buffer): string {
  const reading = readJson(body, MAX_ERROR_BYTES);
  return (reading.readable ? messageIn(reading.value) : excerpt(body, MAX_WORDS)) ?? '';
}

/** Returns the message inside an error body; null where it holds none. */
function messageIn(value: Json): string | null {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return joined(value);
  if (!isObject(value)) return null;
  for (const key of ['message', 'error', 'errors']) {
    const inner = own(value, key);
    const said = inner === undefined ? null : messageIn(inner);
    if (said !== null && said !== '') return said;
  }
  return null;
}

function joined(list: readonly Json[]): string | null {
  const all = list.slice(0, 20).flatMap((each) => messageIn(each) ?? []);
  return all.length > 0 ? all.join('; ') : null;
}

/** Returns a page's title, which tells the user more than its markup. */
function titleOf(body: Buffer): string {
  const title = /<title[^>]{0,200}>([^<]{0,300})/i.exec(body.toString('utf8', 0, MAX_ERROR_BYTES));
  return title?.[1]?.trim() ?? 'a web page';
}
