import { isNumeric } from '#contract/numbers.ts';
import { parseDecimal } from '#contract/decimal.ts';
import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Rule } from '#contract/problems.ts';
import type { Field } from '#contract/resources/field.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { listOf } from '../../record/overlay.ts';
import type { FileKnowledge } from '../../files/fileKnowledge.ts';
import type { Subject } from './subject.ts';

/**
 * Returns values that fix a finding without a decision, or null.
 *
 * Returns null when there are none, or when the service accepts no change of that field.
 */
export function fixOf(
  subject: Subject,
  { rule, field: name }: { readonly rule: Rule; readonly field: string },
  files: FileKnowledge,
): JsonObject | null {
  const field = subject.resource.fields[name];
  if (field === undefined || !field.update) return null;
  if (rule === 'wrong-type') return fixType(subject, name, field);
  return rule === 'file-not-held' ? fixFile(subject, name, field, files) : null;
}

function fixType({ record }: Subject, name: string, field: Field): JsonObject | null {
  const old = readValue(name, field, record);
  const mended = old === undefined ? null : typed(field, old);
  // A value of the same meaning is never sent, so it would fix nothing.
  return mended === null || sameValue(field, old, mended) ? null : { [name]: mended };
}

const YES = new Set(['tak', 'yes', 'da', 'ja', '1', 'prawda']);
const NO = new Set(['nie', 'no', 'ne', 'nein', '0', 'fałsz']);
/** No fixable value is longer; longer foreign text is not matched against patterns. */
const LONGEST = 60;
/** A number with its unit after it. */
const WITH_UNIT = /^([+-]?[\d\s.,]+?)\s*(?:mm|szt\.?|kom\.?|pcs\.?|zł|pln|eur|€|kn|km|hrk)$/i;

function typed(field: Field, value: Json): Json | null {
  const text =
    typeof value === 'string'
      ? value.trim().toLowerCase()
      : typeof value === 'number'
        ? String(value)
        : null;
  if (text === null || text.length > LONGEST) return null;
  if (field.type === 'flag') return YES.has(text) ? true : NO.has(text) ? false : null;
  if (field.type === 'color') return colorOf(text);
  if (!isNumeric(field)) return null;
  const decimal = parseDecimal(WITH_UNIT.exec(text)?.[1] ?? text);
  if (decimal === null) return null;
  return field.type === 'number' ? Number(decimal) : decimal;
}

function colorOf(text: string): string | null {
  const bare = text.replace(/^#/, '');
  if (/^[0-9a-f]{6}$/.test(bare)) return `#${bare}`;
  return /^[0-9a-f]{3}$/.test(bare)
    ? `#${Array.from(bare, (digit) => digit + digit).join('')}`
    : null;
}

/**
 * Replaces the missing files of a field by their kept local copies.
 *
 * All missing files of a list are replaced, because one problem covers the whole list.
 */
function fixFile(
  { record }: Subject,
  name: string,
  field: Field,
  files: FileKnowledge,
): JsonObject | null {
  const mended = (value: Json): Json => {
    const isMissing = typeof value === 'string' && files.missingSince(value) !== null;
    const copy = isMissing ? files.copyOf(value) : null;
    return copy === null ? value : { $file: copy };
  };
  const value = own(record, name);
  if (value === undefined) return null;
  if (field.type === 'file') {
    const now = mended(value);
    return now === value ? null : { [name]: now };
  }
  const items = listOf(value);
  const now = items.map(mended);
  return now.every((item, at) => item === items[at]) ? null : { [name]: now };
}
