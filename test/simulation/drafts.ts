import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** A field whose value tells who gave it. */
export type Field = 'name' | 'price';

/** The fields that carry a value, as far as the kind has them and lets them be changed. */
export const EDITABLE: Readonly<Record<Kind, readonly Field[]>> = {
  fittings: ['name', 'price'],
  materials: ['name', 'price'],
  products: ['name'],
  'edge-bands': ['name'],
};
/** The field that names a record of a kind; of a product, one that a creation gives as well. */
export const CODE: Readonly<Record<Kind, string>> = {
  fittings: 'kod',
  materials: 'SIFRA',
  products: 'date',
  'edge-bands': 'code',
};
/** The file field of each kind, with the type of its file. */
export const FILE: Readonly<Record<Kind, { field: string; extension: string } | null>> = {
  fittings: { field: 'images', extension: 'svg' },
  materials: { field: 'PICFILE', extension: 'svg' },
  products: { field: 'modelPath', extension: 'obj' },
  'edge-bands': null,
};
/** The list of a product's pictures, which only a change behind its creation can add to. */
export const PICTURES = 'images';

/** A record of a kind, with the value in its name, its price where it has one, and its code. */
export function draft(kind: Kind, value: number): JsonObject {
  const name = `N${value}`;
  if (kind === 'products') {
    const date = new Date(Date.UTC(2000, 0, 1) + value * 86_400_000).toISOString().slice(0, 10);
    return { name, status: '1', date, materialy: {}, main: {} };
  }
  const code = { [CODE[kind]]: `K${value}` };
  return kind === 'edge-bands'
    ? { ...code, name, thickness: 0.8 }
    : { ...code, name, price: String(value) };
}
