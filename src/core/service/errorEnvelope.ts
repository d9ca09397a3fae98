import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';

/** Where services say beside a status of success whether it was one. */
export const FLAGS = ['acknowledged', 'success', 'ok'];
const FAILED = new Set<Json>(['error', 'fail', 'failed', 'failure']);

/** Tells whether an answer says of itself that it is none, whatever its status. */
export function isErrorEnvelope(value: JsonObject): boolean {
  const flags = FLAGS.map((key) => own(value, key));
  const isFaulty = isSaid(own(value, 'error')) || isSaid(own(value, 'errors'));
  return isFaulty || flags.some((flag) => flag === false || flag === 0) || hasFailed(value);
}

/** Many a service always has a place for its errors, and leaves it empty where there are none. */
function isSaid(fault: Json | undefined): boolean {
  if (Array.isArray(fault)) return fault.length > 0;
  if (isObject(fault ?? null)) return Object.keys(fault ?? {}).length > 0;
  return fault !== undefined && fault !== null && fault !== false && fault !== '' && fault !== 0;
}

/** `status` of a record is a field of it (doc §3). */
function hasFailed(value: JsonObject): boolean {
  if (Object.hasOwn(value, '_id')) return false;
  const said = [own(value, 'status') ?? null, own(value, 'statusCode') ?? null];
  return said.some((each) => FAILED.has(each) || (typeof each === 'number' && each >= 400));
}
