import { OBJ } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

export const FITTING = { kod: 'N-1', name: 'Nowy', price: '5' };

/** Adds a product with a model, and the fitting that it needs. */
export function addNeeding(desk: TestWorkstation) {
  desk.file('szafka.obj', OBJ);
  const product = {
    name: 'Szafka',
    status: '1',
    date: '2026-01-02',
    materialy: {},
    main: {},
    model: 'szafka.obj',
  };
  const manifest = { fittings: [FITTING], product };
  return desk.call('productDrafts.addProduct', { manifest, folder: desk.folder });
}
