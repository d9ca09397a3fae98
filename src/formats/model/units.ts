import type { LengthUnit, ModelFacts, ModelSizes, Point } from './types.ts';

export const UNITS: readonly LengthUnit[] = ['mm', 'cm', 'm', 'in', 'ft'];
const MILLIMETRES: Readonly<Record<LengthUnit, number>> = {
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  ft: 304.8,
};

const WORDS: readonly (readonly [RegExp, LengthUnit])[] = [
  [/^(mm|mil+imet(er|re)s?|milimetry?)$/i, 'mm'],
  [/^(cm|centimet(er|re)s?|centymetry?)$/i, 'cm'],
  [/^(m|met(er|re)s?|metry?)$/i, 'm'],
  [/^(in|inch(es)?|cale?)$/i, 'in'],
  [/^(ft|foot|feet|stopy?)$/i, 'ft'],
];

export function millimetresOf(unit: LengthUnit): number {
  return MILLIMETRES[unit];
}

/** Returns the unit of a word such as `millimeters`; null for other words. */
export function unitOfWord(word: string): LengthUnit | null {
  return WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}

/** Units not used for furniture, which a file may still name. */
const OTHERS: readonly (readonly [RegExp, number])[] = [
  [/^(dm|decimet(er|re)s?|decymetry?)$/i, 100],
  [/^(km|kilomet(er|re)s?|kilometry?)$/i, 1_000_000],
  [/^(um|µm|microns?|micromet(er|re)s?)$/i, 0.001],
  [/^(yd|yards?|jardy?)$/i, 914.4],
  [/^(mi|miles?)$/i, 1_609_344],
];

/** Returns the millimetres of a named unit; null for other words. */
export function millimetresOfWord(word: string): number | null {
  const unit = unitOfWord(word);
  if (unit !== null) return MILLIMETRES[unit];
  return OTHERS.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}

/** Returns the unit of a number of millimetres; null if none matches. */
export function unitOfMillimetres(millimetres: number): LengthUnit | null {
  const near = (unit: LengthUnit) => Math.abs(MILLIMETRES[unit] / millimetres - 1) < 1e-4;
  return UNITS.find(near) ?? null;
}

/**
 * Returns the millimetres per unit of a file.
 *
 * The file's own unit wins over the user's; null without either.
 */
export function scaleOf(facts: ModelFacts, unit: LengthUnit | null): number | null {
  return facts.unit.millimetres ?? (unit === null ? null : MILLIMETRES[unit]);
}

export interface Millimetres {
  readonly min: Point;
  readonly max: Point;
  readonly size: Point;
}

/** Returns the bounding box in millimetres, in the file's axes; null without geometry or unit. */
export function boxInMillimetres(facts: ModelFacts, unit: LengthUnit | null): Millimetres | null {
  return boxAt(facts, scaleOf(facts, unit));
}

/** Returns the bounding box for a given scale in millimetres per unit. */
export function boxAt(facts: ModelFacts, scale: number | null): Millimetres | null {
  if (facts.box === null || scale === null) return null;
  const { min, max } = facts.box;
  const by = (one: Point, two: Point | null) => ({
    x: ((two?.x ?? 0) + one.x) * scale,
    y: ((two?.y ?? 0) + one.y) * scale,
    z: ((two?.z ?? 0) + one.z) * scale,
  });
  const minus = { x: -min.x, y: -min.y, z: -min.z };
  return { min: by(min, null), max: by(max, null), size: by(max, minus) };
}

/**
 * Returns `minX…maxZ` and `wymiary` (doc §2.3) of a box.
 *
 * Millimetres with at most two decimals.
 */
export function sizesOf({ min, max, size }: Millimetres): ModelSizes {
  return {
    minX: text(min.x),
    minY: text(min.y),
    minZ: text(min.z),
    maxX: text(max.x),
    maxY: text(max.y),
    maxZ: text(max.z),
    wymiary: { x: text(size.x), y: text(size.y), z: text(size.z) },
  };
}

/** Formats a number in the service's format: decimal point, no trailing zeros, no minus zero. */
export function text(value: number, digits = 2): string {
  const rounded = Number(value.toFixed(digits));
  return String(rounded === 0 ? 0 : rounded);
}
