import { isObject, own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import { visibleText } from '#contract/visibleText.ts';
import { ITEM } from '#contract/learnedPath.ts';
import type { Rule } from '#contract/problems.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { chosenKind, NONE_CHOSEN, placesBelow, placesIn } from '../../../record/chosenKinds.ts';
import type { ChosenPlace } from '../../../record/chosenKinds.ts';
import { linkFields } from '../../../record/references.ts';
import type { Subject } from '../subject.ts';

/** A code that a record refers to, and the field that holds it. */
export interface Reference {
  readonly target: Kind;
  readonly code: string;
  readonly field: string;
}

/** The kinds by the names of their codes in a composition (doc §2.5 leaves it open). */
const TARGETS: ReadonlyMap<string, Kind> = new Map(
  resources.flatMap(({ kind, referredBy }) =>
    referredBy === null ? [] : [[referredBy.name, kind] as const],
  ),
);

/** Returns the rule about unknown codes of a kind; null if no record refers to it. */
export function ruleOfTarget(kind: Kind): Rule | null {
  return resourceOf(kind).referredBy?.rule ?? null;
}

interface ReferenceFields {
  /** The fields with a composition. */
  readonly parts: readonly string[];
  /** The fields with links, and the kind that they link. */
  readonly links: readonly (readonly [name: string, target: Kind])[];
}

// Cached, because every record of a catalogue is checked.
const FIELDS = new Map<Resource, ReferenceFields>();

function fieldsOf(resource: Resource): ReferenceFields {
  const known = FIELDS.get(resource);
  if (known !== undefined) return known;
  const all = Object.entries(resource.fields);
  const found: ReferenceFields = {
    parts: all.flatMap(([name, { namesParts }]) => (namesParts === true ? [name] : [])),
    links: KINDS.flatMap((kind) =>
      linkFields(resource, kind).map((name): readonly [string, Kind] => [name, kind]),
    ),
  };
  FIELDS.set(resource, found);
  return found;
}

/**
 * Returns all references of a record, from its compositions and its links.
 *
 * `places` are the kinds that a person chose for places in such records.
 */
export function referencesOf(
  { resource, record }: Subject,
  places = NONE_CHOSEN,
): readonly Reference[] {
  const { parts, links } = fieldsOf(resource);
  return [
    ...parts.flatMap((name) => within(own(record, name), name, placesIn(places, resource, name))),
    ...links.flatMap(([name, target]) => linked(own(record, name), name, target)),
  ];
}

function within(
  value: Json | undefined,
  place: string,
  places: readonly ChosenPlace[],
): Reference[] {
  if (Array.isArray(value)) {
    const inside = placesBelow(places, ITEM);
    return value.flatMap((item, i) => within(item, `${place}[${i}]`, inside));
  }
  if (value === undefined || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const inside = placesBelow(places, name);
    const target = chosenKind(inside) ?? TARGETS.get(name);
    const field = `${place}.${name}`;
    const code = target === undefined ? null : codeOf(inner);
    return target !== undefined && code !== null
      ? [{ target, code, field }]
      : within(inner, field, inside);
  });
}

function codeOf(value: Json): string | null {
  if (typeof value === 'number') return String(value);
  // Invisible characters are removed, as in the codes of the records.
  const code = typeof value === 'string' ? visibleText(value) : '';
  return code === '' ? null : code;
}

// doc §2.3 does not show the element type; a code, an id, or an object with one of them is read.
function linked(value: Json | undefined, place: string, target: Kind): Reference[] {
  if (!Array.isArray(value)) return [];
  const key = resourceOf(target).key ?? '_id';
  return value.flatMap((item: Json, index) => {
    const given = isObject(item) ? (own(item, key) ?? own(item, '_id') ?? null) : item;
    const code = codeOf(given);
    return code === null ? [] : [{ target, code, field: `${place}[${index}]` }];
  });
}
