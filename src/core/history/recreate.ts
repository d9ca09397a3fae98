import type { AgainNote } from '#contract/past.ts';
import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue } from '#contract/values.ts';
import { isOfFiles, isSettable, replaceFiles } from '../outbox/fileCopies.ts';
import { OWN_TO_SERVICE } from '#contract/resources/updates.ts';

/** The recreation of a deleted record, and all its differences from the original. */
export interface Again {
  readonly values: JsonObject;
  readonly notes: readonly AgainNote[];
  readonly ready: boolean;
}

interface Part {
  readonly value?: Json | undefined;
  readonly note?: AgainNote | undefined;
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
  if (isOfFiles(field)) {
    const put = (item: Json) => {
      const copy = typeof item === 'string' ? copyOf(item) : null;
      return copy === null ? null : { $file: copy };
    };
    const { value: here, note: notes } = replaceFiles(name, field, value, put);
    return { value: here, note: notes[0] };
  }
  if (value === '') return {};
  const note = (code: AgainNote['code']): AgainNote => ({ code, field: name, value });
  if (!isSettable(field)) return { note: note('set-by-service') };
  const parsed = field.schema.safeParse(value);
  if (!parsed.success) return { note: note('unreadable') };
  return field.create === 'never'
    ? { value: parsed.data, note: note('not-in-creation') }
    : { value: parsed.data };
}

function unknownFields(resource: Resource, doc: JsonObject): AgainNote[] {
  const known = new Set(
    Object.entries(resource.fields).flatMap(([name, { readAs }]) => readAs ?? [name]),
  );
  return Object.entries(doc)
    .filter(([name]) => !known.has(name) && !OWN_TO_SERVICE.has(name))
    .map(([name, value]) => ({ code: 'unknown-field', field: name, value }));
}
