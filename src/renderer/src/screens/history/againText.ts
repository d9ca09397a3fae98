import type { TFunction } from 'i18next';
import type { AgainNote } from '#contract/past.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { plain } from '../../fields/values/plain.ts';
import { fieldOf, labelOf, valueText } from '../../fields/values/values.ts';
import type { Wording } from '../../fields/values/values.ts';

/** Returns a sentence about a difference of the restored record from the deleted one. */
export function againText(
  t: TFunction,
  words: Wording,
  kind: Kind,
  { code, field, value }: AgainNote,
): string {
  if (field === null)
    return t(`past.again.notes.${code}`, { value: value === null ? '' : plain(value) });
  // Another note already says that there is no copy of the file.
  const said = code === 'required-missing' && isFile(kind, field) ? 'file-missing' : code;
  const reading = { kind, words, fileName: () => undefined };
  return t(`past.again.notes.${said}`, {
    field: labelOf(kind, field, words),
    value: valueText(reading, fieldOf(kind, field), value) ?? '',
  });
}

/** Returns whether the field holds a single file. */
export function isFile(kind: Kind, field: string): boolean {
  return resourceOf(kind).fields[field]?.type === 'file';
}
