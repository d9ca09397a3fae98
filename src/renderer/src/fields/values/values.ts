import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Field, FieldType, Label } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { sizeText, valueText as styledText } from '#contract/valueText.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { sameValue } from '#contract/values.ts';
import { revealInvisible } from './revealInvisible.ts';
import { plain } from './plain.ts';
import type { Shown } from './plain.ts';

/** The words and formats of the current language, passed in to keep this file free of state. */
export interface Wording extends ValueStyle {
  readonly label: (label: Label) => string;
  readonly date: (value: string) => string;
  /** Formats a time that the service sends as text, such as the last change of a record. */
  readonly moment?: (at: number) => string;
  /** The text for a file with an unknown name. */
  readonly aFile: string;
}

/** A line of a change: a field, a part, or a file added to or removed from a list. */
export interface ChangeLine {
  readonly id: string;
  readonly field: string;
  readonly label: string;
  readonly before: Shown;
  readonly after: Shown;
  readonly sort: 'value' | 'file-added' | 'file-removed' | 'file-kept';
}

/** The context for turning values of a kind into text. */
export interface Reading {
  readonly kind: Kind;
  readonly words: Wording;
  /** Returns the name of a file of the operation, by its local id or its path on the service. */
  readonly fileName: (id: string) => string | undefined;
}

/** Returns the context for the values of an operation. */
export function readingOf(operation: Operation, words: Wording): Reading {
  const names = new Map<string, string>();
  for (const { id, name, path } of operation.files) {
    names.set(id, name);
    if (path !== null) names.set(path, name);
  }
  return { kind: operation.kind, words, fileName: (id) => names.get(id) };
}

/** Returns a field by its own name or the service's name; undefined if it is unknown. */
export function fieldOf(kind: Kind, name: string): Field | undefined {
  const { fields } = resourceOf(kind);
  if (Object.hasOwn(fields, name)) return fields[name];
  return Object.values(fields).find(({ readAs }) => readAs?.includes(name) === true);
}

/** Returns the label of a field; an unknown name stays as it is. */
export function labelOf(kind: Kind, name: string, words: Pick<Wording, 'label'>): string {
  const field = fieldOf(kind, name);
  return field === undefined ? name : words.label(field.label);
}

/** Returns several field labels for use inside a sentence: `price, name`. */
export function namesOf(kind: Kind, names: readonly string[], words: Wording): string {
  const said = (name: string, label: string) => (label === name ? name : withinSentence(label));
  return names.map((name) => said(name, labelOf(kind, name, words))).join(', ');
}

// Lowers only a leading capital: `ID` and `3D model` stay, and `Kod (SIFRA)` keeps its inner
// capitals.
function withinSentence(label: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Returns the lines of a change: nested parts and files one by one, only those that differ. */
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

// A part may have the name of an inherited property, such as `constructor`.
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

// A list may contain a file twice: removing one of the two is a change.
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

/**
 * Returns a value as text: decimals in the format of the language, files by name, parts in a row.
 */
export function valueText(
  reading: Reading,
  field: Field | undefined,
  value: Json | undefined,
): Shown {
  if (value === undefined || value === null || value === '') return null;
  const { words } = reading;
  const styled = field === undefined ? null : styledText(field, value, words);
  if (styled !== null) return styled;
  if (field === undefined) return plain(value);
  if (field.type === 'files') return filesText(reading, value);
  // A group of blank parts has no text.
  if (field.type === 'group' && isObject(value)) return groupText(reading, field, value);
  return OTHERS[field.type]?.(reading, field, value) ?? plain(value);
}

type Show = (reading: Reading, field: Field, value: Json) => Shown;

// The types whose text needs more than the style of the profile.
const OTHERS: Partial<Record<FieldType, Show>> = {
  date: ({ words }, _field, value) => (typeof value === 'string' ? words.date(value) : null),
  file: (reading, _field, value) => fileText(reading, value),
  text: ({ words }, _field, value) => momentText(words, value),
  object: (reading, field, value) => (isObject(value) ? objectText(reading, field, value) : null),
};

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

function momentText({ moment, date }: Wording, value: Json): string | null {
  if (typeof value !== 'string' || moment === undefined || !STAMP.test(value)) return null;
  const at = Date.parse(value);
  // A date that does not exist stays as it is.
  return Number.isNaN(at) || date(value) === value ? null : moment(at);
}

// An open field may hold a size under a name that the descriptor of its kind tells.
function objectText({ kind, words }: Reading, field: Field, value: JsonObject): string {
  const { fields, sizes } = resourceOf(kind);
  const parts = new Set(
    sizes.flatMap((size) =>
      size.need === 'filled' && fields[size.field] === field ? [size.part] : [],
    ),
  );
  const shown = Object.entries(value).map(([name, each]): [string, Json] => {
    const isNamed = parts.has(name) && isObject(each);
    return [name, (isNamed ? sizeText(words.locale, each) : null) ?? each];
  });
  return plain(Object.fromEntries(shown));
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

function filesText(reading: Reading, value: Json): Shown {
  const names = itemsOf(value).map((item) => fileText(reading, item));
  return names.join(', ') || null;
}

function fileText({ fileName, words }: Reading, value: Json): string {
  const ref = fileRef.safeParse(value);
  if (ref.success) return fileName(ref.data.$file) ?? words.aFile;
  return typeof value === 'string' ? (fileName(value) ?? baseName(value)) : plain(value);
}

/** Returns the last part of a path, with slashes of either kind. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) || path;
}
