import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import { readJson } from './json.ts';
import { MAX_WORDS } from './words.ts';

/** One complaint in the answer to a refused write. */
export interface RefusalFault {
  /** The path of the field that the answer names as data; empty where only the words name it. */
  readonly path: readonly string[];
  readonly words: string;
  /** The values that the answer lists as data; null without such a list. */
  readonly allowed: readonly string[] | null;
}

const MAX_BYTES = 65_536;
const MOST_FAULTS = 20;
const MOST_ENTRIES = 50;
const MAX_DEPTH = 6;
const MAX_NAME = 200;
/** Most values of a rule, and the longest of them. */
export const MOST_VALUES = 50;
export const MAX_VALUE = 80;

/** Keys that name the field of a complaint, in the answers of common validators. */
const NAMES = ['path', 'field', 'param', 'property', 'loc', 'instancePath', 'dataPath'];
const WORDS = ['message', 'msg', 'reason', 'description', 'detail', 'title', 'error'];
/** Keys that hold complaints: as a list, or by the name of the field. */
const HOLDERS = [
  'errors',
  'error',
  'details',
  'detail',
  'issues',
  'fieldErrors',
  'validationErrors',
  'violations',
  'message',
  'messages',
];
const ALLOWED = ['allowedValues', 'enumValues', 'valids', 'options', 'values', 'enum'];
/** Where validators put the details of a complaint. */
const DETAILS = ['params', 'properties', 'context'];

/**
 * Returns the complaints in the body of a refusal.
 *
 * Knows the forms of joi, zod, mongoose, express-validator, class-validator and JSON Schema. A text
 * alone is one complaint without a path.
 */
export function refusalFaults(body: Buffer): readonly RefusalFault[] {
  const reading = readJson(body, MAX_BYTES);
  if (!reading.readable) return [];
  const found: RefusalFault[] = [];
  walk(reading.value, [], 0, found);
  return found.slice(0, MOST_FAULTS);
}

function walk(value: Json, path: readonly string[], depth: number, found: RefusalFault[]): void {
  if (depth > MAX_DEPTH || found.length >= MOST_FAULTS) return;
  if (typeof value === 'string') return walkText(value, path, depth, found);
  if (Array.isArray(value)) {
    for (const each of value.slice(0, MOST_ENTRIES)) walk(each, path, depth + 1, found);
    return;
  }
  if (isObject(value)) walkObject(value, path, depth, found);
}

// Some services send the list of complaints as text inside their message.
function walkText(
  text: string,
  path: readonly string[],
  depth: number,
  found: RefusalFault[],
): void {
  if (/^\s*[[{]/.test(text)) {
    const inner = readJson(Buffer.from(text), MAX_BYTES);
    if (inner.readable && typeof inner.value === 'object')
      return walk(inner.value, path, depth + 1, found);
  }
  add(found, path, text, null);
}

function walkObject(
  value: JsonObject,
  path: readonly string[],
  depth: number,
  found: RefusalFault[],
): void {
  const named = pathIn(value);
  if (named !== null || path.length > 0) {
    const words = wordsIn(value);
    for (const each of words) add(found, named ?? path, each, allowedIn(value));
    if (words.length > 0) return;
  }
  for (const key of [...HOLDERS, '_errors']) {
    const inner = own(value, key);
    if (inner === undefined || inner === null) continue;
    if (isObject(inner) && pathIn(inner) === null) walkHolder(inner, path, depth + 1, found);
    else walk(inner, path, depth + 1, found);
  }
}

/** Walks an object whose keys are either those of one complaint or names of fields. */
function walkHolder(
  holder: JsonObject,
  path: readonly string[],
  depth: number,
  found: RefusalFault[],
): void {
  for (const [key, inner] of Object.entries(holder).slice(0, MOST_ENTRIES)) {
    if (inner === null) continue;
    if (HOLDERS.includes(key)) walk({ [key]: inner }, path, depth + 1, found);
    else if (key !== 'name' && key !== 'code') walk(inner, [...path, key], depth + 1, found);
    else if (typeof inner === 'object') walk(inner, [...path, key], depth + 1, found);
  }
}

/** Returns the field that a complaint names; null if it names none. */
function pathIn(value: JsonObject): readonly string[] | null {
  const source = own(value, 'source');
  const pointer = source !== undefined && isObject(source) ? own(source, 'pointer') : undefined;
  const named = [...NAMES.map((key) => own(value, key)), pointer].find(isPath);
  const params = own(value, 'params');
  const missing = params !== undefined && isObject(params) ? own(params, 'missingProperty') : null;
  const inside = named === undefined ? [] : steps(named);
  if (typeof missing === 'string') return [...inside, ...steps(missing)];
  return inside.length > 0 ? inside : null;
}

function isPath(value: Json | undefined): value is string | readonly Json[] {
  if (Array.isArray(value)) return value.length > 0 && value.length <= MAX_DEPTH;
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME;
}

/** Words before the name of the field: the part of the request that holds it. */
const AROUND = new Set(['', '#', '$', 'body', 'data', 'attributes']);

function steps(path: string | readonly Json[]): readonly string[] {
  const all = typeof path === 'string' ? path.split(/[./[\]]+/) : path.map(String);
  const first = all.findIndex((step) => !AROUND.has(step));
  return first === -1 ? [] : all.slice(first).filter((step) => step !== '');
}

/** Returns the sentences of a complaint. */
function wordsIn(value: JsonObject): readonly string[] {
  const constraints = own(value, 'constraints');
  if (constraints !== undefined && isObject(constraints))
    return Object.values(constraints).filter((each) => typeof each === 'string');
  const said = [...WORDS.map((key) => own(value, key)), own(value, '_errors')].find(
    (each) => typeof each === 'string' || isTexts(each),
  );
  if (typeof said === 'string') return [said];
  return isTexts(said) ? said : [];
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  );
}

function allowedIn(value: JsonObject): readonly string[] | null {
  const inner = DETAILS.map((key) => own(value, key) ?? null).filter((each) => isObject(each));
  for (const each of [value, ...inner])
    for (const key of ALLOWED) {
      const list = own(each, key);
      if (!Array.isArray(list)) continue;
      const texts = list.filter((item) => typeof item !== 'object').map(String);
      const isShort = texts.length > 0 && texts.length === list.length;
      if (isShort && isRuleList(texts)) return texts;
    }
  return null;
}

/** Returns whether a list of values is short enough to be stored. */
export function isRuleList(values: readonly string[]): boolean {
  return values.length <= MOST_VALUES && values.every((each) => each.length <= MAX_VALUE);
}

function add(
  found: RefusalFault[],
  path: readonly string[],
  words: string,
  allowed: readonly string[] | null,
): void {
  const told = words.trim().slice(0, MAX_WORDS);
  if (told !== '') found.push({ path, words: told, allowed });
}
