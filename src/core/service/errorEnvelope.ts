import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';

/** Fields in which services report success or failure inside an answer with a success status. */
export const FLAGS = ['acknowledged', 'success', 'ok'];
const FAILED = new Set<Json>(['error', 'fail', 'failed', 'failure']);

/** Returns whether an answer reports an error in its body, even with a success status. */
export function isErrorEnvelope(value: JsonObject): boolean {
  const flags = FLAGS.map((key) => own(value, key));
  const isFaulty = isSaid(own(value, 'error')) || isSaid(own(value, 'errors'));
  return isFaulty || flags.some((flag) => flag === false || flag === 0) || hasFailed(value);
}

/**
 * Returns whether an error field holds an error: many services always send the field, empty without
 * errors.
 */
function isSaid(fault: Json | undefined): boolean {
  if (Array.isArray(fault)) return fault.length > 0;
  if (isObject(fault ?? null)) return Object.keys(fault ?? {}).length > 0;
  return fault !== undefined && fault !== null && fault !== false && fault !== '' && fault !== 0;
}

/**
 * Returns whether the status field reports a failure; `status` of a record is a normal field (doc
 * §3).
 */
function hasFailed(value: JsonObject): boolean {
  if (Object.hasOwn(value, '_id')) return false;
  const said = [own(value, 'status') ?? null, own(value, 'statusCode') ?? null];
  return said.some((each) => FAILED.has(each) || (typeof each === 'number' && each >= 400));
}
