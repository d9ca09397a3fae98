import { isObject, own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { SizeSpec } from '#contract/resources/descriptor.ts';
import type { FileKnowledge } from '../../../files/fileKnowledge.ts';
import { NONE, numberOf, sides } from '../subject.ts';
import type { Finding, Subject } from '../subject.ts';
import { blankParts } from './values.ts';
import { isBlank } from '../../../record/isBlank.ts';

/** Finds incomplete sizes; each kind has other size fields. */
export function sizeMissing({ resource, record }: Subject): readonly Finding[] {
  const found: Finding[] = [];
  for (const size of resource.sizes) {
    const fault = faultOf(size, record);
    if (fault !== null) found.push(fault);
  }
  return found;
}

function faultOf(size: SizeSpec, record: JsonObject): Finding | null {
  switch (size.need) {
    case 'field':
      return isBlank(own(record, size.field)) ? missing(size.field, []) : null;
    case 'parts': {
      const parts = blankParts(objectIn(record, size.field) ?? {}, size.parts);
      return parts.length > 0 ? missing(size.field, parts) : null;
    }
    case 'all-or-none': {
      const blank = blankParts(record, size.fields);
      const isPartly = blank.length > 0 && blank.length < size.fields.length;
      return isPartly ? missing(blank[0] ?? '', blank) : null;
    }
    // doc §2.5 leaves `main` open, so only a size that the record already has must be complete.
    case 'filled':
    default: {
      const holder = objectIn(record, size.field);
      const inner = holder === null ? null : objectIn(holder, size.part);
      const parts = inner === null ? [] : blankParts(inner, Object.keys(inner));
      return parts.length > 0 ? missing(`${size.field}.${size.part}`, parts) : null;
    }
  }
}

function objectIn(record: JsonObject, name: string): JsonObject | null {
  const value = own(record, name);
  return value !== undefined && isObject(value) ? value : null;
}

function missing(field: string, parts: readonly string[]): Finding {
  return { rule: 'size-missing', field, params: { parts }, mark: parts.join() };
}

const SHARE = 0.02;
const LEAST_MM = 1;

/**
 * Finds sizes that differ from the model's size.
 *
 * The sides are sorted, since the model may be rotated.
 */
export function sizeUnlikeModel(
  { resource: { modelSize }, record }: Subject,
  files: FileKnowledge,
): readonly Finding[] {
  if (modelSize === null) return NONE;
  const model = own(record, modelSize.model);
  if (model === undefined || isBlank(model)) return NONE;
  // Checked first: most models were never measured, and reading a size takes longer.
  const box = files.boxOf(model);
  const stored = box === null ? null : sides(own(record, modelSize.size));
  if (box === null || stored === null) return NONE;
  const scale = scaleOf(record, modelSize.scale);
  const measured = box.map((side) => side * scale);
  const ordered = (list: readonly number[]) => list.toSorted((a, b) => a - b);
  const [mine, theirs] = [ordered(stored), ordered(measured)];
  const alike = mine.every((side, index) => {
    const other = theirs[index] ?? 0;
    return Math.abs(side - other) <= Math.max(LEAST_MM, other * SHARE);
  });
  if (alike) return NONE;
  const params = { stored: [...stored], model: measured.map((side) => Math.round(side * 10) / 10) };
  const mark = JSON.stringify(params);
  return [{ rule: 'size-unlike-model', field: modelSize.size, params, mark }];
}

function scaleOf(record: JsonObject, [field, part]: readonly [string, string]): number {
  const placement = objectIn(record, field);
  const scale = placement === null ? null : numberOf(own(placement, part));
  return scale === null || scale <= 0 ? 1 : scale;
}
