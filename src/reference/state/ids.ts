import { randomBytes } from 'node:crypto';
import { isObject, textOf } from '../json.ts';
import type { JsonValue } from '../json.ts';

/** Returns a new id: 24 hexadecimal digits, the first eight from the wall clock. */
export function newId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000) >>> 0;
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
}

/** Returns an id from either form of doc §2.1: a text, or an object with `$oid`. */
export function idOf(value: JsonValue | undefined): string | undefined {
  return isObject(value) ? textOf(value['$oid']) : textOf(value);
}
