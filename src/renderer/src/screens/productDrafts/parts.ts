import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isNumeric, keptDoubt, shownDoubt } from '#contract/numbers.ts';
import type { ProductDraft, DraftPart, ReadSheet } from '#contract/productDrafts.ts';
import type { Field } from '#contract/resources/field.ts';
import { productKind } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import { allowedIn } from '../../files/model/allowed.ts';
import { decimalMark } from '../../i18n/format.ts';
import { editText } from '../../fields/model/fieldText.ts';
import { placesOf, readForm } from '../../fields/model/form.ts';
import type { Typed } from '../../fields/model/form.ts';

/** Returns a new part without values. */
export function blankPart(kind: Kind, values: JsonObject = {}): DraftPart {
  return { part: crypto.randomUUID(), kind, values, files: [], use: null };
}

/** Returns the part that uses a record of the catalogue; an existing one is reused. */
export function usedPart(parts: readonly DraftPart[], kind: Kind, id: string): DraftPart {
  const known = parts.find((part) => part.kind === kind && part.use === id);
  return known ?? { ...blankPart(kind), use: id };
}

/** Returns a draft with an empty product. */
export function blankDraft(): ProductDraft {
  return { parts: [blankPart(productKind.kind)] };
}

/** Returns the form texts of stored values. */
export function typedOf(kind: Kind, values: JsonObject): Typed {
  const { fields } = resourceOf(kind);
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) continue;
    for (const { path, field: place } of placesOf(name, field)) {
      const part =
        path === name ? value : isObject(value) ? value[path.slice(name.length + 1)] : undefined;
      if (part !== undefined && part !== null) texts[path] = textOf(place, part);
    }
  }
  return texts;
}

/** Returns a value as its input shows it; a text that could be two numbers stays as it is. */
function textOf(field: Field, value: Json): string {
  if (typeof value !== 'string' || !isNumeric(field)) return editText(field, value);
  const doubt = shownDoubt(value, decimalMark(), field.unit);
  return doubt === value ? editText(field, value) : doubt;
}

/** The typed texts of a part's form, and the values read from them. */
export interface TypedPart {
  readonly typed: Typed;
  readonly values: JsonObject;
}

/**
 * Returns the texts of a part's form.
 *
 * They stay as typed, since `9.` would come back from its value as `9`. If a paste changed the
 * values, the texts come from the new values; old texts would undo the paste.
 */
export function textsOf({ kind, values }: DraftPart, last: TypedPart | null): Typed {
  return last?.values === values ? last.typed : typedOf(kind, values);
}

/** Returns the values to store: valid values, and texts as typed where they are invalid. */
export function valuesOf(resource: Resource, typed: Typed): JsonObject {
  const { values, faults } = readForm(resource, {}, typed, 'create');
  const kept: Record<string, Json> = { ...values };
  // One invalid part leaves its whole group without a value: the other parts are stored as typed
  // too.
  const wrong = new Set(Object.keys(faults).map(nameOf));
  for (const [path, text] of Object.entries(typed)) {
    const name = nameOf(path);
    if (text === '' || !wrong.has(name)) continue;
    const old = kept[name];
    const part = path.slice(name.length + 1);
    const isDoubt = faults[path]?.type === 'two';
    const field = resource.fields[name];
    const { unit } = field?.parts?.[part] ?? field ?? {};
    const value = isDoubt ? keptDoubt(text, decimalMark(), unit) : text;
    kept[name] = part === '' ? value : { ...(isObject(old) ? old : {}), [part]: value };
  }
  return kept;
}

function nameOf(path: string): string {
  return path.split('.')[0] ?? path;
}

/** Returns the parts with pasted rows added; a row with a known code is merged into its part. */
export function pastedParts(
  parts: readonly DraftPart[],
  { kind, rows }: Pick<ReadSheet, 'kind' | 'rows'>,
): readonly DraftPart[] {
  const { key, fields } = resourceOf(kind);
  const codeOf = (values: JsonObject) => (key === null ? undefined : values[key]);
  const result = [...parts];
  const places = new Map<Json, number>();
  const note = (code: Json | undefined, at: number) => {
    if (code !== undefined && !places.has(code)) places.set(code, at);
  };
  for (const [at, part] of parts.entries())
    if (part.kind === kind && part.use === null) note(codeOf(part.values), at);
  for (const values of rows) {
    const code = codeOf(values);
    const at = code === undefined ? undefined : places.get(code);
    const old = at === undefined ? undefined : result[at];
    if (at !== undefined && old !== undefined)
      result[at] = { ...old, values: laidOver(fields, old.values, values) };
    else note(code, result.push(blankPart(kind, values)) - 1);
  }
  return result;
}

/** Merges a row into values; a row may name some parts of a group, and the others stay. */
function laidOver(fields: Resource['fields'], old: JsonObject, row: JsonObject): JsonObject {
  const laid = Object.entries(row).map(([name, value]): [string, Json] => {
    const before = own(old, name) ?? null;
    const isGroup = Object.hasOwn(fields, name) && fields[name]?.parts !== undefined;
    return [name, isGroup && isObject(before) && isObject(value) ? { ...before, ...value } : value];
  });
  return { ...old, ...Object.fromEntries(laid) };
}

/** Returns the parts with a paste undone; parts edited or given files since then stay. */
export function unpastedParts(
  parts: readonly DraftPart[],
  before: readonly DraftPart[],
  pasted: readonly DraftPart[],
): readonly DraftPart[] {
  const oldOf = partsById(before);
  const pastedOf = partsById(pasted);
  return parts.flatMap((part) => {
    const old = oldOf.get(part.part);
    const made = pastedOf.get(part.part);
    if (made === undefined || made === old || !sameValues(made, part)) return [part];
    if (old !== undefined) return [{ ...part, values: old.values }];
    return part.files.length === 0 ? [] : [part];
  });
}

function sameValues(a: DraftPart, b: DraftPart): boolean {
  return JSON.stringify(a.values) === JSON.stringify(b.values);
}

function partsById(parts: readonly DraftPart[]): ReadonlyMap<string, DraftPart> {
  return new Map(parts.map((part) => [part.part, part]));
}

/** Returns the part for a code that the product refers to; an existing one is reused. */
export function namedPart(parts: readonly DraftPart[], kind: Kind, code: string): DraftPart {
  const { key } = resourceOf(kind);
  const known = parts.find(
    (part) => part.kind === kind && key !== null && own(part.values, key) === code,
  );
  return known ?? blankPart(kind, key === null ? {} : { [key]: code });
}

/** Returns the parts with one of them changed. */
export function withChanged(
  parts: readonly DraftPart[],
  part: string,
  change: (part: DraftPart) => DraftPart,
): DraftPart[] {
  return parts.map((each) => (each.part === part ? change(each) : each));
}

/**
 * Returns the parts with one inserted at its old position, or at the end; unchanged if it is there.
 */
export function putBack(
  parts: readonly DraftPart[],
  part: DraftPart,
  at = parts.length,
): readonly DraftPart[] {
  return parts.some((each) => each.part === part.part) ? parts : parts.toSpliced(at, 0, part);
}

/** The part and field for a dropped file, or the reason why there is none. */
export type Match =
  | { readonly part: DraftPart; readonly field: string }
  | { readonly why: 'no-part' | 'several-parts' | 'type' };

/** The minimum length of a code; a shorter one would match any name. */
const LEAST = 2;

/** Returns the part whose code or name is the longest match within the file name. */
export function matchFile(parts: readonly DraftPart[], file: string): Match {
  const stem = normalizeForSearch(file.replace(/\.[^.]+$/u, ''));
  const found = parts
    .map((part) => ({ part, length: Math.max(0, ...wordsOf(part).map(fits(stem))) }))
    .filter(({ length }) => length > 0);
  const longest = Math.max(0, ...found.map(({ length }) => length));
  const [first, second] = found.filter(({ length }) => length === longest);
  if (first === undefined) return { why: 'no-part' };
  if (second !== undefined) return { why: 'several-parts' };
  const field = fieldFor(first.part.kind, file);
  return field === null ? { why: 'type' } : { part: first.part, field };
}

function wordsOf({ kind, values }: DraftPart): readonly string[] {
  const { key, title } = resourceOf(kind);
  return [key, title].flatMap((name) => {
    const value = name === null ? undefined : values[name];
    return typeof value === 'string' ? [bare(value)] : [];
  });
}

function fits(stem: string): (word: string) => number {
  const letters = bare(stem);
  const holds = (word: string) => letters.includes(word) && patternOf(word).test(stem);
  return (word) => (word.length >= LEAST && holds(word) ? word.length : 0);
}

// Other characters between letters are ignored. A number must match completely: ZAW-1105 is not
// ZAW-110.
function patternOf(word: string): RegExp {
  const before = /^\p{N}/u.test(word) ? '(?<!\\p{N})' : '';
  const after = /\p{N}$/u.test(word) ? '(?!\\p{N})' : '';
  return new RegExp(before + Array.from(word).join('[^\\p{L}\\p{N}]*') + after, 'u');
}

function bare(text: string): string {
  return normalizeForSearch(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the first field of a kind that accepts this file type; null if there is none. */
export function fieldFor(kind: Kind, file: string): string | null {
  const extension = /\.[^.]+$/u.exec(file)?.[0].toLowerCase() ?? '';
  const names = Object.keys(resourceOf(kind).fields);
  return names.find((name) => allowedIn(kind, name).includes(extension)) ?? null;
}
