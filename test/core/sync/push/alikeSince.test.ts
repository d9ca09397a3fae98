import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#reference/json.ts';
import type { Variant } from '#reference/variant.ts';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { only, sendAll } from '../../../support/editing.ts';
import { loseBehind } from './losing.ts';
import { CUPBOARD } from './lostProduct.ts';

type Kind = 'fittings' | 'products';

/** A service that takes a code twice and is known to keep one. */
async function openProven(variant: Partial<Variant> = {}): Promise<TestWorkstation> {
  const desk = await openDesk({ variant: { uniqueKod: false, ...variant } });
  await create(desk, 'fittings', { kod: '100', name: 'Zawias' });
  await desk.push();
  return desk;
}

const create = (desk: TestWorkstation, kind: Kind, values: JsonObject) =>
  desk.call('records.create', { kind, values, files: [] });
const named = (desk: TestWorkstation, kind: Kind, name: string) =>
  desk.service.state.all(kind).filter((each) => each['name'] === name);
const open = async (desk: TestWorkstation) => (await desk.call('outbox.list', {})).operations;

async function tryAgain(desk: TestWorkstation): Promise<void> {
  await desk.call('outbox.retry', { operation: (await only(desk)).id });
  for (let time = 0; time < 3; time += 1) await sendAll(desk);
}

/** The service says that it made the record, and shows nothing of it until it is given up. */
async function notShown(kind: Kind, values: JsonObject): Promise<TestWorkstation> {
  const desk = await openProven();
  await create(desk, kind, values);
  const on = { method: 'POST', path: `/adminapi/${kind}` };
  desk.service.addFault({ on, nth: 1, kind: 'garbage', body: '{"message":"Created"}' });
  for (let time = 0; time < 3; time += 1) await sendAll(desk);
  expect(await only(desk)).toMatchObject({ reason: { details: { why: 'not-shown' } } });
  return desk;
}

const FITTING = { kod: 'AB-9', name: 'Zawias 9', price: '4' };

describe.each([
  ['fittings', FITTING, { ...FITTING, kod: 'ab-9', price: '5' }],
  ['products', CUPBOARD, { ...CUPBOARD, date: '2026-01-01' }],
] as const)('one of the %s that was not to be seen when it was given up', (kind, values, kept) => {
  it('is not sent again where what came to light since may be it', async () => {
    const desk = await notShown(kind, values);
    const { _id: id } = desk.service.state.insert(kind, kept);
    await tryAgain(desk);
    expect(named(desk, kind, values.name)).toHaveLength(1);
    const looksAlike = { reason: { code: 'gave-up', details: { why: 'looks-alike', id } } };
    expect(await only(desk)).toMatchObject(looksAlike);
    // Told of that one, the person has looked at it.
    await tryAgain(desk);
    expect(await open(desk)).toEqual([]);
    expect(named(desk, kind, values.name)).toHaveLength(2);
  });
});

describe('a creation of a backup, and what may be it in the other form of its code', () => {
  it('is sent where the person has looked at that and asks for it', async () => {
    const desk = await openProven({ texts: 'lowerCodes' });
    await create(desk, 'fittings', FITTING);
    await sendAndLose(desk, () => {
      const [made] = named(desk, 'fittings', FITTING.name);
      desk.service.state.patch('fittings', String(made?.['_id']), { name: 'Inny', price: '9' });
    });
    for (let time = 0; time < 3; time += 1) await sendAll(desk);
    expect(await only(desk)).toMatchObject({ reason: { details: { why: 'looks-alike' } } });
    await tryAgain(desk);
    expect(await open(desk)).toEqual([]);
    expect(named(desk, 'fittings', FITTING.name)).toHaveLength(1);
  });
});

/**
 * Sends the outbox, then loses the work database and restores its earlier backup.
 *
 * `meanwhile` runs after the push and before the loss.
 */
async function sendAndLose(desk: TestWorkstation, meanwhile: () => void): Promise<void> {
  await loseBehind(desk, async () => {
    await sendAll(desk);
    meanwhile();
  });
}
