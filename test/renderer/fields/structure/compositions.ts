import { parseNodes } from '#contract/jsonNodes.ts';
import type { LearnedField, LearnedSchema } from '#contract/learned.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { layoutOf } from '../../../../src/renderer/src/fields/structure/model/layout.ts';
import type {
  Block,
  TableBlock,
} from '../../../../src/renderer/src/fields/structure/model/layout.ts';
import { fieldShape } from '../../../../src/renderer/src/fields/structure/model/shape.ts';
import type {
  FieldShape,
  Shape,
} from '../../../../src/renderer/src/fields/structure/model/shape.ts';
import { place } from './learnedPlace.ts';

const toMaterial = { kind: 'materials', by: 'key', share: 1 } as const;
const toFitting = { kind: 'fittings', by: 'key', share: 1 } as const;
const material = (key: string, records = 20) => [
  place(`materialy.${key}`, 'object', { records, keys: ['SIFRA', 'nazwa', 'ilosc', 'jm'] }),
  place(`materialy.${key}.SIFRA`, 'text', { records, reference: toMaterial }),
  place(`materialy.${key}.nazwa`, 'text', { records }),
  place(`materialy.${key}.ilosc`, 'text', { records, min: 0.5, max: 9 }),
  place(`materialy.${key}.jm`, 'text', { records, values: [{ value: 'm2', count: 20 }] }),
];
/** What records say about the materials of a product. */
export const materialy = [
  place('materialy', 'object', { keys: ['korpus', 'front', 'obrzeza', 'blat'] }),
  ...material('korpus'),
  ...material('front'),
  ...material('blat', 3),
  place('materialy.obrzeza', 'list'),
  place('materialy.obrzeza[]', 'object', { keys: ['code', 'metry'] }),
  place('materialy.obrzeza[].code', 'text'),
  place('materialy.obrzeza[].metry', 'text', { min: 1, max: 30 }),
];
/** What records say about the main data of a product. */
export const main = [
  place('main', 'object', { keys: ['kolekcja', 'wymiary', 'okucia'] }),
  place('main.kolekcja', 'text'),
  place('main.wymiary', 'object', { keys: ['szerokosc'] }),
  place('main.wymiary.szerokosc', 'text', { min: 300, max: 2000 }),
  place('main.okucia', 'list'),
  place('main.okucia[]', 'object', { keys: ['kod', 'ilosc'] }),
  place('main.okucia[].kod', 'text', { reference: toFitting }),
  place('main.okucia[].ilosc', 'number', { min: 1, max: 40 }),
  place('main.okucia[].strona', 'text', { records: 2 }),
];

export function found(fields: readonly LearnedField[], name: 'materialy' | 'main'): FieldShape {
  const schema: LearnedSchema = {
    kind: 'products',
    records: 20,
    sampled: false,
    counting: false,
    fields: [...fields],
  };
  const field = resourceOf('products').fields[name];
  if (field === undefined) throw new Error(`no field ${name}`);
  return fieldShape(schema, name, field);
}

export function shapeIn(fields: readonly LearnedField[], name: 'materialy' | 'main'): Shape {
  const all = found(fields, name);
  if (!('shape' in all)) throw new Error(`no shape: ${all.why}`);
  return all.shape;
}

export function blocksOf(text: string, shape: Shape): readonly Block[] {
  return layoutOf(parseNodes(text), shape, []).blocks;
}

export function tableOf(text: string, shape: Shape, key: string | null): TableBlock {
  const table = blocksOf(text, shape).find((block) => block.type === 'table' && block.key === key);
  if (table?.type !== 'table') throw new Error(`no table ${key}`);
  return table;
}
