import { expect } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

/** A product without a code and without files of ours. */
export const CUPBOARD = {
  name: 'Szafa 9',
  status: '1',
  date: '2026-03-02',
  materialy: {},
  main: {},
  modelPath: 'uploads/products/szafa-9.obj',
};

/** Sends a new product whose answer is lost, or which is lost before it arrives. */
export async function loseProduct(
  desk: TestWorkstation,
  values: JsonObject,
  kind: 'lostAnswer' | 'resetBefore',
): Promise<void> {
  await desk.call('records.create', { kind: 'products', values, files: [] });
  const on = { method: 'POST', path: '/adminapi/products' };
  desk.service.addFault({ on, nth: 1, kind });
  expect(await desk.push()).toMatchObject({ unknown: 1 });
}

/** Returns the service's products that have the name of the cupboard. */
export const cupboards = (desk: TestWorkstation) =>
  desk.service.state.all('products').filter(({ name }) => name === CUPBOARD.name);
