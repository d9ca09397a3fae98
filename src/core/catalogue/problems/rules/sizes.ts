import { isObject, own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { FileKnowledge } from '../../../files/fileKnowledge.ts';
import { NONE, numberOf, sides } from '../subject.ts';
import type { Finding, Subject } from '../subject.ts';
import { blankParts } from './values.ts';
import { isBlank } from '../../../record/isBlank.ts';

const CORNERS = ['minX', 'minY', 'minZ', 'maxX', 'maxY', 'maxZ'];

/** Finds incomplete sizes; each kind has other size fields. */
export function sizeMissing({ resource, record }: Subject): readonly Finding[] {
  switch (resource.kind) {
    case 'fittings':
      return joined(fittingSize(record), corners(record));
    case 'products':
      return productSize(record);
    case 'materials':
      return isBlank(own(record, 'DEB')) ? [missing('DEB', [])] : NONE;
    case 'edge-bands':
      return isBlank(own(record, 'thickness')) ? [missing('thickness', [])] : NONE;
    default:
      return NONE;
  }
}

function joined(a: readonly Finding[], b: readonly Finding[]): readonly Finding[] {
  return a.length === 0 ? b : [...a, ...b];
}

function missing(field: string, parts: readonly string[]): Finding {
  return { rule: 'size-missing', field, params: { parts }, mark: parts.join() };
}

function fittingSize(record: JsonObject): readonly Finding[] {
  const size = own(record, 'wymiary');
  const parts = blankParts(size !== undefined && isObject(size) ? size : {}, ['x', 'y', 'z']);
  return parts.length > 0 ? [missing('wymiary', parts)] : NONE;
}

/** Returns a finding for a bounding box that is partly filled. */
function corners(record: JsonObject): readonly Finding[] {
  const blank = blankParts(record, CORNERS);
  return blank.length > 0 && blank.length < CORNERS.length
    ? [missing(blank[0] ?? '', blank)]
    : NONE;
}

// doc §2.5 leaves `main` open, so only a size that the record already has must be complete.
function productSize(record: JsonObject): readonly Finding[] {
  const main = own(record, 'main');
  const size = main !== undefined && isObject(main) ? own(main, 'wymiary') : undefined;
  if (size === undefined || !isObject(size)) return NONE;
  const parts = blankParts(size, Object.keys(size));
  return parts.length > 0 ? [missing('main.wymiary', parts)] : NONE;
}

const SHARE = 0.02;
const LEAST_MM = 1;

/**
 * Finds sizes that differ from the model's size.
 *
 * The sides are sorted, since the model may be rotated.
 */
export function sizeUnlikeModel({ record }: Subject, files: FileKnowledge): readonly Finding[] {
  const model = own(record, 'model');
  if (model === undefined || isBlank(model)) return NONE;
  // Checked first: most models were never measured, and reading a size takes longer.
  const box = files.boxOf(model);
  const stored = box === null ? null : sides(own(record, 'wymiary'));
  if (box === null || stored === null) return NONE;
  const scale = scaleOf(record);
  const measured = box.map((side) => side * scale);
  const ordered = (list: readonly number[]) => list.toSorted((a, b) => a - b);
  const [mine, theirs] = [ordered(stored), ordered(measured)];
  const alike = mine.every((side, index) => {
    const other = theirs[index] ?? 0;
    return Math.abs(side - other) <= Math.max(LEAST_MM, other * SHARE);
  });
  if (alike) return NONE;
  const params = { stored: [...stored], model: measured.map((side) => Math.round(side * 10) / 10) };
  return [{ rule: 'size-unlike-model', field: 'wymiary', params, mark: JSON.stringify(params) }];
}

function scaleOf(record: JsonObject): number {
  const placement = own(record, 'mdrl');
  const scale =
    placement !== undefined && isObject(placement) ? numberOf(own(placement, 'scale')) : null;
  return scale === null || scale <= 0 ? 1 : scale;
}
