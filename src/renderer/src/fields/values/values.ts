import { isObject, own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Field, Label } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { sameValue } from '#contract/values.ts';
import { revealInvisible } from './revealInvisible.ts';
import { plain } from './plain.ts';
import type { Shown } from './plain.ts';

/** The words and forms of the language shown now; handed in, so that this file stays a function. */
export interface Wording {
  readonly label: (label: Label) => string;
  readonly decimal: (value: string | number) => string;
  readonly price: (value: string | number) => string;
  readonly date: (value: string) => string;
  /** A moment that the service writes as text, such as when a record was changed. */
  readonly moment?: (at: number) => string;
  /** Stands for a file whose name is not known any more. */
  readonly aFile: string;
  readonly yes: string;
  readonly no: string;
}

/** One line of a change: a field, a part of one, or a file that joins or leaves a list. */
export interface ChangeLine {
  readonly id: string;
  readonly field: string;
  readonly label: string;
  readonly before: Shown;
  readonly after: Shown;
  readonly sort: 'value' | 'file-added' | 'file-removed' | 'file-kept';
}

/** What is needed to turn values of a kind into words. */
export interface Reading {
  readonly kind: Kind;
  readonly words: Wording;
  /** The name of a file of the operation, by its id here or its path at the service. */
  readonly fileName: (id: string) => string | undefined;
}

/** How the values of an operation are read. */
export function readingOf(operation: Operation, words: Wording): Reading {
  const names = new Map<string, string>();
  for (const { id, name, path } of operation.files) {
    names.set(id, name);
    if (path !== null) names.set(path, name);
  }
  return { kind: operation.kind, words, fileName: (id) => names.get(id) };
}

/** The descriptor of a field, by its own name or the service's; undefined for one that nobody knows. */
export function fieldOf(kind: Kind, name: string): Field | undefined {
  const { fields } = resourceOf(kind);
  if (Object.hasOwn(fields, name)) return fields[name];
  return Object.values(fields).find(({ readAs }) => readAs?.includes(name) === true);
}

/** A field's label; a field that no descriptor names keeps its own. */
export function labelOf(kind: Kind, name: string, words: Wording): string {
  const field = fieldOf(kind, name);
  return field === undefined ? name : words.label(field.label);
}

/** Several fields in the middle of a sentence: `price, name`. */
export function namesOf(kind: Kind, names: readonly string[], words: Wording): string {
  const said = (name: string, label: string) => (label === name ? name : withinSentence(label));
  return names.map((name) => said(name, labelOf(kind, name, words))).join(', ');
}

// Only the capital that begins a label goes: `ID`, `3D model` and `Kod (SIFRA)` keep their own.
function withinSentence(label: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Every line of a change: nested parts and files of a list one by one, only those that differ. */
export function changeLines(
  reading: Reading,
  change: { readonly field: string; readonly before: Json | null; readonly after: Json | null },
): readonly ChangeLine[] {
  const { kind, words } = reading;
  const field = fieldOf(kind, change.field);
  const label = labelOf(kind, change.field, words);
  if (field?.type === 'files') return fileLines(reading, change, label);
  if (field?.parts !== undefined && isObject(change.after))
    return partLines(reading, field.parts, change, label);
  const [before, after] = revealInvisible(
    valueText(reading, field, change.before),
    valueText(reading, field, change.after),
  );
  return [{ id: change.field, field: change.field, label, before, after, sort: 'value' }];
}

// A part of the service's may be called as something that every object has.
function partOf(parts: Readonly<Record<string, Field>>, name: string): Field | undefined {
  return Object.hasOwn(parts, name) ? parts[name] : undefined;
}

function partLines(
  reading: Reading,
  parts: Readonly<Record<string, Field>>,
  change: { readonly field: string; readonly before: Json | null; readonly after: Json | null },
  label: string,
): readonly ChangeLine[] {
  const before = isObject(change.before) ? change.before : {};
  const after = isObject(change.after) ? change.after : {};
  return Object.entries(after).flatMap(([name, value]): ChangeLine[] => {
    const part = partOf(parts, name);
    const old = own(before, name);
    if (part !== undefined && sameValue(part, old, value)) return [];
    const [was, will] = revealInvisible(
      valueText(reading, part, old),
      valueText(reading, part, value),
    );
    return [
      {
        id: `${change.field}.${name}`,
        field: change.field,
        label: `${label} · ${part === undefined ? name : reading.words.label(part.label)}`,
        before: was,
        after: will,
        sort: 'value',
      },
    ];
  });
}

function fileLines(
  reading: Reading,
  {
    field,
    before,
    after,
  }: { readonly field: string; readonly before: Json | null; readonly after: Json | null },
  label: string,
): readonly ChangeLine[] {
  const [old, now] = [itemsOf(before), itemsOf(after)];
  const make = (item: Json, index: number, sort: ChangeLine['sort']): ChangeLine => {
    const name = fileText(reading, item);
    const shown =
      sort === 'file-removed' ? { before: name, after: null } : { before: null, after: name };
    return { id: `${field}.${sort}.${index}`, field, label, ...shown, sort };
  };
  return [
    ...beyond(old, now).map(([item, index]) => make(item, index, 'file-removed')),
    ...beyond(now, old).map(([item, index]) => make(item, index, 'file-added')),
  ];
}

// A list may name one file twice: one of the two that goes is a change as well.
function beyond(
  list: readonly Json[],
  other: readonly Json[],
): readonly (readonly [Json, number])[] {
  const left = other.map((item) => JSON.stringify(item));
  return list.flatMap((item, index) => {
    const at = left.indexOf(JSON.stringify(item));
    if (at < 0) return [[item, index] as const];
    left.splice(at, 1);
    return [];
  });
}

function itemsOf(value: Json | null): readonly Json[] {
  if (Array.isArray(value)) return value;
  return value === null || value === '' ? [] : [value];
}

/** One value in words: decimals as the language writes them, files by name, parts in a row. */
export function valueText(
  reading: Reading,
  field: Field | undefined,
  value: Json | undefined,
): Shown {
  if (value === undefined || value === null || value === '') return null;
  const { words } = reading;
  switch (field?.type) {
    case 'decimal':
    case 'number':
      if (typeof value !== 'string' && typeof value !== 'number') return plain(value);
      return field.type === 'decimal' ? words.price(value) : words.decimal(value);
    case 'flag':
      return flagText(words, value);
    case 'date':
      return typeof value === 'string' ? words.date(value) : plain(value);
    case 'file':
      return fileText(reading, value);
    case 'files':
      return (
        itemsOf(value)
          .map((item) => fileText(reading, item))
          .join(', ') || null
      );
    case 'group':
      return isObject(value) ? groupText(reading, field, value) : plain(value);
    case 'text':
      return momentText(words, value) ?? plain(value);
    case 'longText':
    case 'color':
    case 'list':
    case 'object':
    case undefined:
      return plain(value);
    default:
      return plain(value);
  }
}

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

function momentText({ moment, date }: Wording, value: Json): string | null {
  if (typeof value !== 'string' || moment === undefined || !STAMP.test(value)) return null;
  const at = Date.parse(value);
  // A day that no month has stays as it came.
  return Number.isNaN(at) || date(value) === value ? null : moment(at);
}

// What is neither, such as 1, is no "no".
function flagText({ yes, no }: Wording, value: Json): string {
  if (value === true || value === 'true') return yes;
  return value === false || value === 'false' ? no : plain(value);
}

function groupText(reading: Reading, field: Field, value: { readonly [key: string]: Json }): Shown {
  const parts = Object.entries(value).flatMap(([name, each]) => {
    const part = partOf(field.parts ?? {}, name);
    const text = valueText(reading, part, each);
    return text === null
      ? []
      : [`${part === undefined ? name : reading.words.label(part.label)} ${text}`];
  });
  return parts.length === 0 ? null : parts.join(' · ');
}

function fileText({ fileName, words }: Reading, value: Json): string {
  const ref = fileRef.safeParse(value);
  if (ref.success) return fileName(ref.data.$file) ?? words.aFile;
  return typeof value === 'string' ? (fileName(value) ?? baseName(value)) : plain(value);
}

/** The last part of a stored path, with slashes of either kind. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) || path;
}
