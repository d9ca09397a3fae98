import type { AgainNote } from '#contract/past.ts';
import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue } from '#contract/values.ts';
import { OWN_TO_SERVICE } from '../record/diff.ts';
import { listOf } from '../record/overlay.ts';

/** The recreation of a deleted record, and all its differences from the original. */
export interface Again {
  readonly values: JsonObject;
  readonly notes: readonly AgainNote[];
  readonly ready: boolean;
}

interface Part {
  readonly value?: Json;
  readonly note?: AgainNote;
}

/**
 * Reads the values for a creation from a deleted record.
 *
 * A file is included only as a local copy: the service may have deleted its path with the record.
 */
export function againOf(
  resource: Resource,
  doc: JsonObject,
  copyOf: (path: string) => string | null,
  isCodeTaken: (code: string) => boolean,
): Again {
  const values: Record<string, Json> = {};
  const notes: AgainNote[] = [{ code: 'new-id', field: null, value: own(doc, '_id') ?? null }];
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = readValue(name, field, doc);
    const part = value === undefined ? {} : partOf(name, field, value, copyOf);
    if (part.value !== undefined) values[name] = part.value;
    if (part.note !== undefined) notes.push(part.note);
    const isMissing = field.create === 'required' && values[name] === undefined;
    if (isMissing) notes.push({ code: 'required-missing', field: name, value: null });
  }
  notes.push(...unknownFields(resource, doc));
  const code = resource.key === null ? undefined : values[resource.key];
  if (typeof code === 'string' && isCodeTaken(code))
    notes.push({ code: 'code-taken', field: resource.key, value: code });
  const stops = new Set<string>(['code-taken', 'required-missing']);
  return { values, notes, ready: !notes.some((note) => stops.has(note.code)) };
}

function partOf(
  name: string,
  field: Field,
  value: Json,
  copyOf: (path: string) => string | null,
): Part {
  if (field.type === 'files') return filesOf(name, value, copyOf);
  if (value === '') return {};
  const note = (code: AgainNote['code']): AgainNote => ({ code, field: name, value });
  if (field.type === 'file') {
    const copy = typeof value === 'string' ? copyOf(value) : null;
    return copy === null ? { note: note('file-not-here') } : { value: { $file: copy } };
  }
  if (field.create === 'never' && !field.update) return { note: note('set-by-service') };
  const parsed = field.schema.safeParse(value);
  if (!parsed.success) return { note: note('unreadable') };
  return field.create === 'never'
    ? { value: parsed.data, note: note('not-in-creation') }
    : { value: parsed.data };
}

function filesOf(name: string, value: Json, copyOf: (path: string) => string | null): Part {
  const list = listOf(value);
  const copies = list.map((item) => (typeof item === 'string' ? copyOf(item) : null));
  const here = copies.flatMap((copy) => (copy === null ? [] : [{ $file: copy }]));
  const lost = list.filter((_, index) => copies[index] === null);
  return {
    ...(here.length > 0 ? { value: here } : {}),
    ...(lost.length > 0 ? { note: { code: 'file-not-here', field: name, value: lost } } : {}),
  };
}

function unknownFields(resource: Resource, doc: JsonObject): AgainNote[] {
  const known = new Set(
    Object.entries(resource.fields).flatMap(([name, { readAs }]) => readAs ?? [name]),
  );
  return Object.entries(doc)
    .filter(([name]) => !known.has(name) && !OWN_TO_SERVICE.has(name))
    .map(([name, value]) => ({ code: 'unknown-field', field: name, value }));
}
