import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isNumeric, keptDoubt, shownDoubt } from '#contract/numbers.ts';
import type { PlanDraft, PlanPart, ReadSheet } from '#contract/plan.ts';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { allowedIn } from '../../files/model/allowed.ts';
import { decimalMark } from '../../i18n/format.ts';
import { folded } from '../outbox/model/historyFilter.ts';
import { editText } from '../../fields/model/fieldText.ts';
import { placesOf, readForm } from '../../fields/model/form.ts';
import type { Typed } from '../../fields/model/form.ts';

/** A part that nothing was typed in yet. */
export function blankPart(kind: Kind, values: JsonObject = {}): PlanPart {
  return { part: crypto.randomUUID(), kind, values, files: [], use: null };
}

/** The part that uses a record of the catalogue, which a plan needs once, however often it is picked. */
export function usedPart(parts: readonly PlanPart[], kind: Kind, id: string): PlanPart {
  const known = parts.find((part) => part.kind === kind && part.use === id);
  return known ?? { ...blankPart(kind), use: id };
}

/** A plan with nothing in it but the product that it is for. */
export function blankDraft(): PlanDraft {
  return { parts: [blankPart('products')] };
}

/** The texts of a form as they stand for kept values. */
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

/** A kept value as its input shows it; one that can be two numbers stays so. */
function textOf(field: Field, value: Json): string {
  if (typeof value !== 'string' || !isNumeric(field)) return editText(field, value);
  const doubt = shownDoubt(value, decimalMark(), field.unit);
  return doubt === value ? editText(field, value) : doubt;
}

/** What was typed into the form of a part, and the values that were made of it. */
export interface TypedPart {
  readonly typed: Typed;
  readonly values: JsonObject;
}

/**
 * The texts of a part: as they were typed, since `9.` would come back from its value as `9`. Not where rows that
 * were pasted over it have given it other values: typed on, the texts of before would take them away again.
 */
export function textsOf({ kind, values }: PlanPart, last: TypedPart | null): Typed {
  return last?.values === values ? last.typed : typedOf(kind, values);
}

/** What is kept of the texts of a form: its values, and as typed whatever is not valid yet. */
export function valuesOf(resource: Resource, typed: Typed): JsonObject {
  const { values, faults } = readForm(resource, {}, typed, 'create');
  const kept: Record<string, Json> = { ...values };
  // One part that is not valid yet leaves its whole group without a value: the others are kept as typed with it.
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

/** The parts with pasted rows among them; a row whose code is in the plan already is laid over its part. */
export function pastedParts(
  parts: readonly PlanPart[],
  { kind, rows }: Pick<ReadSheet, 'kind' | 'rows'>,
): readonly PlanPart[] {
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

/** Values with those of a row: a row may name some parts of a group, and the others stay. */
function laidOver(fields: Resource['fields'], old: JsonObject, row: JsonObject): JsonObject {
  const laid = Object.entries(row).map(([name, value]): [string, Json] => {
    const before = own(old, name) ?? null;
    const isGroup = Object.hasOwn(fields, name) && fields[name]?.parts !== undefined;
    return [name, isGroup && isObject(before) && isObject(value) ? { ...before, ...value } : value];
  });
  return { ...old, ...Object.fromEntries(laid) };
}

/** The parts without what a paste had made of them; what was typed or given since stays. */
export function unpastedParts(
  parts: readonly PlanPart[],
  before: readonly PlanPart[],
  pasted: readonly PlanPart[],
): readonly PlanPart[] {
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

function sameValues(a: PlanPart, b: PlanPart): boolean {
  return JSON.stringify(a.values) === JSON.stringify(b.values);
}

function partsById(parts: readonly PlanPart[]): ReadonlyMap<string, PlanPart> {
  return new Map(parts.map((part) => [part.part, part]));
}

/** The part that is made for a code that the product names, which a plan needs once. */
export function namedPart(parts: readonly PlanPart[], kind: Kind, code: string): PlanPart {
  const { key } = resourceOf(kind);
  const known = parts.find(
    (part) => part.kind === kind && key !== null && own(part.values, key) === code,
  );
  return known ?? blankPart(kind, key === null ? {} : { [key]: code });
}

/** The parts with one of them as a change leaves it. */
export function withChanged(
  parts: readonly PlanPart[],
  part: string,
  change: (part: PlanPart) => PlanPart,
): PlanPart[] {
  return parts.map((each) => (each.part === part ? change(each) : each));
}

/** The parts with one that is not among them: where it stood when it was taken out, or behind the others. */
export function putBack(
  parts: readonly PlanPart[],
  part: PlanPart,
  at = parts.length,
): readonly PlanPart[] {
  return parts.some((each) => each.part === part.part) ? parts : parts.toSpliced(at, 0, part);
}

/** Where a dropped file belongs: a part and its field, or why it has none. */
export type Match =
  | { readonly part: PlanPart; readonly field: string }
  | { readonly why: 'no-part' | 'several-parts' | 'type' };

/** A shorter code would be found in any name. */
const LEAST = 2;

/** Finds the part by the longest of its code and name that the file's name holds. */
export function matchFile(parts: readonly PlanPart[], file: string): Match {
  const stem = folded(file.replace(/\.[^.]+$/u, ''));
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

function wordsOf({ kind, values }: PlanPart): readonly string[] {
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

// Signs between letters do not matter. A number goes on as far as there are digits: ZAW-1105 is not ZAW-110.
function patternOf(word: string): RegExp {
  const before = /^\p{N}/u.test(word) ? '(?<!\\p{N})' : '';
  const after = /\p{N}$/u.test(word) ? '(?!\\p{N})' : '';
  return new RegExp(before + Array.from(word).join('[^\\p{L}\\p{N}]*') + after, 'u');
}

function bare(text: string): string {
  return folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The first field of a kind that takes a file of this type; null where none does. */
export function fieldFor(kind: Kind, file: string): string | null {
  const extension = /\.[^.]+$/u.exec(file)?.[0].toLowerCase() ?? '';
  const names = Object.keys(resourceOf(kind).fields);
  return names.find((name) => allowedIn(kind, name).includes(extension)) ?? null;
}
