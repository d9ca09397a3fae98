import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { FileKnowledge } from '../../../files/fileKnowledge.ts';
import { NONE } from '../subject.ts';
import type { Finding, Subject } from '../subject.ts';
import { fileFields, filesIn, modelFields, pictureFields } from '../../../record/fileFields.ts';
import { isBlank } from '../../../record/isBlank.ts';

/** Finds records without a picture. */
export function noPicture({ resource, record }: Subject): readonly Finding[] {
  const [field] = pictureFields(resource);
  if (field === undefined || filesIn(own(record, field)).length > 0) return NONE;
  return [{ rule: 'no-picture', field, params: {}, mark: '' }];
}

export function noModel({ resource, record }: Subject): readonly Finding[] {
  const [field] = modelFields(resource);
  if (field === undefined || !isBlank(own(record, field))) return NONE;
  return [{ rule: 'no-model', field, params: {}, mark: '' }];
}

/** Finds files missing on the service, and staged files without a local copy. */
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

// Cached, because it is asked for several times per record.
