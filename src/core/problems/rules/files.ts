import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { listOf } from '../../outbox/overlay.ts';
import type { FileKnowledge } from '../fileKnowledge.ts';
import { isBlank, NONE } from '../subject.ts';
import type { Finding, Subject } from '../subject.ts';

const PICTURE_FIELDS = ['images', 'PICFILE'];
const MODEL_FIELDS = ['model', 'modelPath'];

function fieldOf(resource: Resource, names: readonly string[]): string | null {
  return names.find((name) => resource.fields[name] !== undefined) ?? null;
}

/** No picture at all. */
export function noPicture({ resource, record }: Subject): readonly Finding[] {
  const field = fieldOf(resource, PICTURE_FIELDS);
  if (field === null || filesIn(own(record, field)).length > 0) return NONE;
  return [{ rule: 'no-picture', field, params: {}, mark: '' }];
}

export function noModel({ resource, record }: Subject): readonly Finding[] {
  const field = fieldOf(resource, MODEL_FIELDS);
  if (field === null || !isBlank(own(record, field))) return NONE;
  return [{ rule: 'no-model', field, params: {}, mark: '' }];
}

/** Every file that a record names: paths of the service, and copies waiting to be sent. */
export function filesIn(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) return value === undefined || isBlank(value) ? [] : [value];
  return value.some(isBlank) ? value.filter((item: Json) => !isBlank(item)) : value;
}

/** A file that the service was found not to hold, or a copy that is no longer here to be sent. */
export function fileNotHeld(
  { resource, record }: Subject,
  files: FileKnowledge,
): readonly Finding[] {
  const found: Finding[] = [];
  for (const field of fileFields(resource))
    for (const item of filesIn(own(record, field))) {
      const fault = faultOf(field, item, files);
      if (fault === null) continue;
      found.push(fault);
      break;
    }
  return found;
}

function faultOf(field: string, item: Json, files: FileKnowledge): Finding | null {
  if (typeof item === 'string') {
    const since = files.missingSince(item);
    return since === null ? null : notHeld(field, item, 'missing', since);
  }
  const ref = fileRef.safeParse(item);
  return ref.success && !files.isStaged(ref.data.$file)
    ? notHeld(field, ref.data.$file, 'not-sent', null)
    : null;
}

function notHeld(field: string, path: string, reason: string, since: number | null): Finding {
  return { rule: 'file-not-held', field, params: { path, reason, since }, mark: path };
}

function fileFields(resource: Resource): readonly string[] {
  const known = FILE_FIELDS.get(resource);
  if (known !== undefined) return known;
  const names = [...PICTURE_FIELDS, ...MODEL_FIELDS];
  const fields = names.filter((name) => resource.fields[name] !== undefined);
  FILE_FIELDS.set(resource, fields);
  return fields;
}

// Asked for several times a record.
const FILE_FIELDS = new Map<Resource, readonly string[]>();

/** The paths that a record names, for finding it again when something is learned about one. */
export function pathsOf({
  resource,
  record,
}: Subject): readonly (readonly [field: string, path: string])[] {
  const found: (readonly [string, string])[] = [];
  for (const field of fileFields(resource))
    for (const item of listOf(own(record, field)))
      if (typeof item === 'string' && item !== '') found.push([field, item]);
  return found;
}
