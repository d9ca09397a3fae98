import type { Json, JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** Maps each kind to its table in the service. */
export const PLACES = {
  fittings: 'fittings',
  materials: 'materials',
  products: 'products',
  'edge-bands': 'edgeBands',
} as const;

/** A value that a person can type. */
export type Plain = string | number | boolean;

/** The fields that the user changes and the possible values of each. */
export const FIELDS: Readonly<Record<Kind, readonly (readonly [string, readonly Plain[]])[]>> = {
  fittings: [
    ['price', ['1', '9.50', '0', '1234.5', '77']],
    ['name', ['Zawias', 'Prowadnik', 'Żółty "x"', 'a;b']],
  ],
  materials: [
    ['price', ['1', '9.50', '0', '12.5', '77']],
    ['name', ['Dąb', 'Buk', 'Orzech']],
    ['DEB', ['18', '25', '', 'cienki']],
  ],
  products: [],
  'edge-bands': [
    ['thickness', [1, 2, 0.8, 0]],
    ['group', ['ABS', 'PVC', '']],
    ['isActive', [true, false]],
    ['formsSettings.length_key', ['L', 'M']],
    ['formsSettings.width_key', ['W', 'V']],
  ],
};

/** The kinds that have such fields. */
export const EDITED: readonly Kind[] = ['fittings', 'materials', 'edge-bands'];

/** The field whose part it is, or the field itself. */
export const wholeOf = (field: string): string => field.split('.')[0] ?? '';

/** The value as a record holds it: a part of a field stands in its field. */
export function valuesWith(field: string, value: Json): JsonObject {
  const [name = '', part] = field.split('.');
  return part === undefined ? { [name]: value } : { [name]: { [part]: value } };
}
