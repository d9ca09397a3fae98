import { isObject, own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import { visibleText } from '#contract/visibleText.ts';
import type { Rule } from '#contract/problems.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Subject } from '../subject.ts';

/** A code that a record refers to, and the field that holds it. */
export interface Reference {
  readonly target: Kind;
  readonly code: string;
  readonly field: string;
}

/** The field names of codes in a composition, by the kind's own key (doc §2.5 leaves it open). */
const TARGETS: Readonly<Record<string, Kind>> = {
  SIFRA: 'materials',
  kod: 'fittings',
  code: 'edge-bands',
};

export const RULE_OF_TARGET: Readonly<Partial<Record<Kind, Rule>>> = {
  materials: 'unknown-material',
  fittings: 'unknown-fitting',
  'edge-bands': 'unknown-edge-band',
};

/**
 * Returns all references of a record.
 *
 * A product refers by its composition, a fitting by its links.
 */
export function referencesOf({ resource, record }: Subject): readonly Reference[] {
  if (resource.kind === 'products')
    return ['materialy', 'main'].flatMap((name) => within(own(record, name), name));
  if (resource.kind === 'fittings')
    return ['connected', 'replacement'].flatMap((name) => linked(own(record, name), name));
  return [];
}

function within(value: Json | undefined, place: string): Reference[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => within(item, `${place}[${i}]`));
  if (value === undefined || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined;
    const field = `${place}.${name}`;
    const code = target === undefined ? null : codeOf(inner);
    return target !== undefined && code !== null ? [{ target, code, field }] : within(inner, field);
  });
}

function codeOf(value: Json): string | null {
  if (typeof value === 'number') return String(value);
  // Invisible characters are removed, as in the codes of the records.
  const code = typeof value === 'string' ? visibleText(value) : '';
  return code === '' ? null : code;
}

// doc §2.3 does not show the element type; a code, an id, or an object with one of them is read.
function linked(value: Json | undefined, place: string): Reference[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: Json, index) => {
    const given = isObject(item) ? (own(item, 'kod') ?? own(item, '_id') ?? null) : item;
    const code = codeOf(given);
    return code === null
      ? []
      : [{ target: 'fittings' as const, code, field: `${place}[${index}]` }];
  });
}
