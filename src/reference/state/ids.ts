import { randomBytes } from 'node:crypto';
import { isObject, textOf } from '../json.ts';
import type { JsonValue } from '../json.ts';

/** A new identifier: 24 hexadecimal digits, the first eight from the clock. */
export function newId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000) >>> 0;
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
}

/** The identifier in either of its two forms (doc §2.1): a text, or an object with `$oid`. */
export function idOf(value: JsonValue | undefined): string | undefined {
  return isObject(value) ? textOf(value['$oid']) : textOf(value);
}
