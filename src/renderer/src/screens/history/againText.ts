import type { TFunction } from 'i18next';
import type { AgainNote } from '#contract/past.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { plain } from '../../fields/values/plain.ts';
import { fieldOf, labelOf, valueText } from '../../fields/values/values.ts';
import type { Wording } from '../../fields/values/values.ts';

/** How a deleted record would differ if it were created again, with values as they stand in the record's own list. */
export function againText(
  t: TFunction,
  words: Wording,
  kind: Kind,
  { code, field, value }: AgainNote,
): string {
  if (field === null)
    return t(`past.again.notes.${code}`, { value: value === null ? '' : plain(value) });
  // That there is no copy of it is said by a note of its own.
  const said = code === 'required-missing' && isFile(kind, field) ? 'file-missing' : code;
  const reading = { kind, words, fileName: () => undefined };
  return t(`past.again.notes.${said}`, {
    field: labelOf(kind, field, words),
    value: valueText(reading, fieldOf(kind, field), value) ?? '',
  });
}

/** A field that one file fills. */
export function isFile(kind: Kind, field: string): boolean {
  return resourceOf(kind).fields[field]?.type === 'file';
}
