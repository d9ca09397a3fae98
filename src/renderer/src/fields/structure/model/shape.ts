import type { LearnedField, LearnedSchema, Reference, ValueType } from '#contract/learned.ts';
import { FEWEST_EXAMPLES } from '#contract/learned.ts';
import { ENTRY, ITEM, stepsOf } from '#contract/learnedPath.ts';
import type { LearnedStep } from '#contract/learnedPath.ts';
import type { Field } from '#contract/resources/field.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { resources } from '#contract/resources/registry.ts';

/** What the records have in common at one place of a field. */
export interface Shape {
  /** Null for a place that only the descriptor knows. */
  readonly known: LearnedField | null;
  /** The part of the objects around it that have it. */
  readonly present: number;
  readonly keys: ReadonlyMap<string, Shape>;
  readonly item: Shape | null;
  /** The values of a map, whose keys differ from record to record. */
  readonly entry: Shape | null;
  /** The records that a value, or each key of a map, belongs to. */
  readonly reference: Reference | null;
  readonly keyReference: Reference | null;
}

/** Why a field has no shape. */
export type NoShape = 'none' | 'differs';

/** The shape of a field, or the reason why there is none. */
export type FieldShape =
  | { readonly shape: Shape; readonly guess: boolean; readonly records: number }
  | { readonly why: NoShape };

interface Place {
  known: LearnedField | null;
  readonly keys: Map<string, Place>;
  item: Place | null;
  entry: Place | null;
}

/** Returns the shape of a field, as the records have it. */
export function fieldShape(schema: LearnedSchema | null, name: string, field: Field): FieldShape {
  const root = placeOf();
  const names = field.readAs ?? [name];
  for (const known of schema?.fields ?? []) {
    const [first, ...steps] = stepsOf(known.path);
    if (typeof first === 'string' && names.includes(first)) placeAt(root, steps).known = known;
  }
  const shape = shapeOf(root, null, null);
  const records = root.known?.records ?? 0;
  const isFilled = shape.keys.size > 0 || shape.item !== null || shape.entry !== null;
  if (!isFilled) return linked(field);
  if (isMixed(shape)) return { why: 'differs' };
  return { shape, guess: records < FEWEST_EXAMPLES, records };
}

/** The shape of a place that no record has. */
export const NO_SHAPE: Shape = {
  known: null,
  present: 0,
  keys: new Map(),
  item: null,
  entry: null,
  reference: null,
  keyReference: null,
};

/** Links that no record shows yet are ids (doc §2.3 leaves the type open). */
function linked({ linksTo }: Field): FieldShape {
  const kind = KINDS.find((each) => each === linksTo);
  if (kind === undefined) return { why: 'none' };
  const item: Shape = { ...NO_SHAPE, reference: { kind, by: 'id', share: 1 } };
  return { shape: { ...NO_SHAPE, item }, guess: true, records: 0 };
}

function placeOf(): Place {
  return { known: null, keys: new Map(), item: null, entry: null };
}

function placeAt(root: Place, steps: readonly LearnedStep[]): Place {
  let place = root;
  for (const step of steps) {
    if (step === ITEM) place = place.item ??= placeOf();
    else if (step === ENTRY) place = place.entry ??= placeOf();
    else {
      const inner = place.keys.get(step) ?? placeOf();
      place.keys.set(step, inner);
      place = inner;
    }
  }
  return place;
}

function shapeOf(place: Place, name: string | null, around: LearnedField | null): Shape {
  const { known } = place;
  const keys = [...place.keys].map(([key, inner]) => [key, shapeOf(inner, key, known)] as const);
  const order = new Map(known?.keys?.map((key, at) => [key, at]));
  const rank = ([key]: readonly [string, Shape]) => order.get(key) ?? order.size;
  return {
    known,
    present: known === null || around === null ? 1 : known.records / Math.max(1, around.records),
    keys: new Map(keys.toSorted((a, b) => rank(a) - rank(b))),
    item: place.item === null ? null : shapeOf(place.item, name, known),
    entry: place.entry === null ? null : shapeOf(place.entry, name, known),
    reference: known?.reference ?? namedReference(known, name),
    keyReference: known?.keyReference ?? null,
  };
}

/** Returns the kind whose code has this name in a composition, such as `kod`. */
function namedReference(known: LearnedField | null, name: string | null): Reference | null {
  const type = known === null ? 'text' : mainType(known);
  if (name === null || (type !== 'text' && type !== 'number')) return null;
  const found = resources.find(({ referredBy }) => referredBy?.name === name);
  return found === undefined ? null : { kind: found.kind, by: 'key', share: 0 };
}

/** Returns the most frequent type of a place, apart from null. */
export function mainType(known: LearnedField | null): ValueType | null {
  return known?.types.find(({ type }) => type !== 'null')?.type ?? null;
}

/** A key that most of the objects around it have. */
export const USUAL = 0.5;
const CLEAR = 0.8;

/** Returns whether the records differ so much that rows and inputs would show only a few. */
function isMixed(shape: Shape): boolean {
  const { known, keys, item, entry } = shape;
  if (known !== null) {
    const types = known.types.filter(({ type }) => type !== 'null' && type !== 'text');
    const all = types.reduce((sum, { share }) => sum + share, 0);
    if ((types[0]?.share ?? 0) < all * CLEAR) return true;
  }
  if (item !== null) return isMixedItem(item);
  if (entry !== null || keys.size === 0) return false;
  const inner = [...keys.values()];
  return !inner.some(({ present }) => present >= USUAL) && !areAlike(inner);
}

function isMixedItem({ known, keys }: Shape): boolean {
  if (known === null) return false;
  const main = known.types.find(({ type }) => type !== 'null');
  if ((main?.share ?? 1) < CLEAR) return true;
  return (
    main?.type === 'object' &&
    keys.size > 0 &&
    ![...keys.values()].some(({ present }) => present >= USUAL)
  );
}

/** Returns whether the values of all keys are objects with much the same keys. */
export function areAlike(shapes: readonly Shape[]): boolean {
  const [first] = shapes;
  if (first === undefined || shapes.some(({ keys }) => keys.size === 0)) return false;
  return shapes.every(({ keys }) => likeness(first.keys, keys) >= USUAL);
}

/** Returns the part of all keys that both have. */
export function likeness(
  a: { readonly keys: () => Iterable<string> },
  b: { readonly keys: () => Iterable<string> },
): number {
  const [one, other] = [new Set(a.keys()), new Set(b.keys())];
  const all = new Set([...one, ...other]);
  return all.size === 0 ? 1 : [...one].filter((key) => other.has(key)).length / all.size;
}
