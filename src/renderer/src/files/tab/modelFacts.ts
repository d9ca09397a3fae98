import type { ModelFacts as KeptFacts } from '#contract/files/facts.ts';
import type { LengthUnit, ModelFacts, Point } from '#formats/model/types.ts';
import { millimetresOf, unitOfMillimetres } from '#formats/model/units.ts';

const MOST = 2000;
const MOST_NOTES = 500;
const LONGEST = 500;

/**
 * Returns the facts of a model as the core stores them by content hash.
 *
 * `unit` is the user's choice.
 */
export function factsToKeep(facts: ModelFacts, unit: LengthUnit | null): KeptFacts {
  const { format, version, up, box, triangles, notes } = facts;
  return {
    format,
    version: cut(version),
    up,
    unit: unitToKeep(facts, unit),
    box: box === null ? null : { min: triple(box.min), max: triple(box.max) },
    triangles,
    materials: facts.materials
      .slice(0, MOST)
      .map(({ name, color, texture }) => ({ name: cut(name), color, texture: cutOr(texture) })),
    textures: facts.textures
      .slice(0, MOST)
      .map(({ name, found, material }) => ({ name: cut(name), found, material: cutOr(material) })),
    libraries: facts.libraries
      .slice(0, MOST)
      .map(({ name, found }) => ({ name: cut(name), found })),
    notes: notes.slice(0, MOST_NOTES).map(({ code, params, mended }) => ({
      code,
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'string' ? cut(value) : value,
        ]),
      ),
      mended,
    })),
  };
}

// The unit stated in the file wins; the user's choice counts only without one.
function unitToKeep({ unit: own }: ModelFacts, unit: LengthUnit | null): KeptFacts['unit'] {
  if (own.millimetres !== null || unit === null) return { ...own, said: cutOr(own.said) };
  return { millimetres: millimetresOf(unit), from: 'person', said: null };
}

/** Returns the unit that the user chose for a file earlier. */
export function chosenUnit(kept: KeptFacts | null | undefined): LengthUnit | null {
  if (kept === null || kept === undefined || kept.unit.from !== 'person') return null;
  return kept.unit.millimetres === null ? null : unitOfMillimetres(kept.unit.millimetres);
}

function triple({ x, y, z }: Point): [number, number, number] {
  return [x, y, z];
}

function cut(text: string): string {
  return text.slice(0, LONGEST);
}

function cutOr(text: string | null): string | null {
  return text === null ? null : cut(text);
}
