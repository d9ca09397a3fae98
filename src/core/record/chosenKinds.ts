import { ENTRY, ITEM, objectOfKeys, stepsOf } from '#contract/learnedPath.ts';
import type { LearnedStep } from '#contract/learnedPath.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';

/**
 * A place in the records of one kind, and the kind of the records that it names.
 *
 * A person chose it, since records of several kinds have such codes.
 */
export interface ChosenPlace {
  readonly kind: Kind;
  /** The steps from the walked value to the place. */
  readonly steps: readonly LearnedStep[];
  /** The keys of the object at the place are codes. */
  readonly ofKeys: boolean;
}

export const NONE_CHOSEN: readonly ChosenPlace[] = [];

/** Parses the path of a choice, such as `main.okucia[].kod`, or `materialy{}` for keys. */
export function chosenPlace(path: string, kind: Kind): ChosenPlace {
  const object = objectOfKeys(path);
  return { kind, steps: stepsOf(object ?? path), ofKeys: object !== null };
}

/** Returns the places inside one field; `path` may name a part of it. */
export function placesIn(
  places: readonly ChosenPlace[],
  { fields }: Resource,
  path: string,
): readonly ChosenPlace[] {
  if (places.length === 0) return places;
  const [name = path, ...parts] = path.split('.');
  const aliases = (Object.hasOwn(fields, name) ? fields[name]?.readAs : undefined) ?? [name];
  const found = aliases.map((alias) => placesBelow(places, alias)).find(({ length }) => length > 0);
  return parts.reduce(placesBelow, found ?? NONE_CHOSEN);
}

/** Returns the places inside the value of a key, or inside the items of a list. */
export function placesBelow(
  places: readonly ChosenPlace[],
  step: string | typeof ITEM,
): readonly ChosenPlace[] {
  if (places.length === 0) return places;
  return places.flatMap((place) => {
    const [first, ...steps] = place.steps;
    const fits = step === ITEM ? first === ITEM : first === ENTRY || first === step;
    return fits ? [{ ...place, steps }] : [];
  });
}

/** Returns the kind that was chosen for the walked value; null for none. */
export function chosenKind(places: readonly ChosenPlace[]): Kind | null {
  return places.find(({ steps, ofKeys }) => steps.length === 0 && !ofKeys)?.kind ?? null;
}

/** Returns the kind that was chosen for the keys of the walked object; null for none. */
export function chosenKindOfKeys(places: readonly ChosenPlace[]): Kind | null {
  return places.find(({ steps, ofKeys }) => steps.length === 0 && ofKeys)?.kind ?? null;
}
