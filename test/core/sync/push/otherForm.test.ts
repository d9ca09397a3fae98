import { describe, expect, it } from 'vitest';
import type { Variant } from '#reference/variant.ts';
import { openDesk } from '../../../support/desk.ts';
import { SETTLE } from '../../../support/editing.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

const FITTINGS = { method: 'POST', path: '/adminapi/fittings' };
const PRICE = '77.70';

/** A service that is known to keep codes as they are given: this one looks the same in every form. */
async function openProven(variant: Partial<Variant>): Promise<TestWorkstation> {
  const desk = await openDesk({ variant: { uniqueKod: false, ...variant } });
  await create(desk, { kod: '100', name: 'Zawias', price: '1.10' });
  await desk.push();
  return desk;
}

const create = (desk: TestWorkstation, values: { kod: string; name: string; price: string }) =>
  desk.call('records.create', { kind: 'fittings', values, files: [] });

async function pushThrice(desk: TestWorkstation): Promise<void> {
  for (let look = 0; look < 3; look += 1) {
    desk.clock.advance(SETTLE);
    await desk.push();
  }
}

const made = (desk: TestWorkstation) =>
  desk.service.state.all('fittings').filter(({ price }) => Number(price) === Number(PRICE));

/**
 * Loses the response to a create, then changes the record on the service.
 *
 * Returns the desk and the record's id on the service.
 */
async function loseToAnother(texts: Variant['texts']) {
  const desk = await openProven({ texts });
  await create(desk, { kod: 'Ab-9', name: 'Zawias', price: PRICE });
  desk.service.addFault({ on: FITTINGS, nth: 1, kind: 'lostAnswer' });
  await desk.push();
  const id = String(made(desk)[0]?.['_id']);
  desk.service.state.patch('fittings', id, { name: 'Zawias 2' });
  return { desk, id };
}

describe('a lost answer to a creation whose code the service keeps in another form', () => {
  it.each([
    ['trimmed', ' Z-9 ', 'Zawias górny '],
    ['composed', 'Z\u0307-9', 'Go\u0301rny'],
    ['lowerCodes', 'Ab-9', 'Zawias'],
    ['upperCodes', 'Ab-9', 'Zawias'],
  ] as const)('is found, and not sent again: %s', async (texts, kod, name) => {
    const desk = await openProven({ texts });
    await create(desk, { kod, name, price: PRICE });
    desk.service.addFault({ on: FITTINGS, nth: 1, kind: 'lostAnswer' });
    await desk.push();
    await pushThrice(desk);
    expect(made(desk)).toHaveLength(1);
    expect((await desk.call('outbox.list', { states: ['done'] })).operations).toHaveLength(2);
  });

  it('is found where the second one would be refused', async () => {
    const desk = await openProven({ texts: 'upperCodes', uniqueKod: true });
    await create(desk, { kod: 'Ab-9', name: 'Zawias', price: PRICE });
    desk.service.addFault({ on: FITTINGS, nth: 1, kind: 'appliedStatus', status: 500 });
    await desk.push();
    await pushThrice(desk);
    expect(made(desk)).toHaveLength(1);
    expect((await desk.call('outbox.list', { states: ['refused'] })).operations).toEqual([]);
  });

  it('is not sent again while what is new there in another form may be it, changed by another hand', async () => {
    const { desk, id } = await loseToAnother('lowerCodes');
    for (let look = 0; look < 3; look += 1) await pushThrice(desk);
    expect(made(desk)).toHaveLength(1);
    expect((await desk.call('outbox.list', { states: ['refused'] })).operations).toMatchObject([
      { reason: { details: { why: 'looks-alike', id } } },
    ]);
  });

  it('is not sent again where the person has changed meanwhile what may be it', async () => {
    const { desk, id } = await loseToAnother('lowerCodes');
    // The pull does not match the listed record to the create. The mirror then shows it as a
    // separate record.
    await desk.pull();
    await desk.call('records.update', {
      kind: 'fittings',
      ref: id,
      values: { name: 'Zawias 3' },
      files: [],
    });
    for (let look = 0; look < 3; look += 1) await pushThrice(desk);
    expect(made(desk)).toHaveLength(1);
    expect((await desk.call('outbox.list', { states: ['refused'] })).operations).toMatchObject([
      { reason: { details: { why: 'looks-alike', id } } },
    ]);
  });

  it('is sent again where what is there in another form is not it', async () => {
    const desk = await openProven({});
    desk.service.state.insert('fittings', { kod: 'AB-9', name: 'Prowadnica', price: '3.30' });
    await desk.pull();
    desk.clock.advance(1_000);
    await create(desk, { kod: 'ab-9', name: 'Zawias', price: PRICE });
    desk.service.addFault({ on: FITTINGS, nth: 1, kind: 'resetBefore' });
    await desk.push();
    await pushThrice(desk);
    expect(made(desk)).toMatchObject([{ kod: 'ab-9', name: 'Zawias' }]);
  });
});

describe('a lost answer to a creation whose code cannot be asked for', () => {
  const LOOKUPS = /\/getByKod\//;

  it.each([
    ['as it is', 'asGiven', { state: 'conflict', reason: { code: 'key-taken' } }],
    ['in another form', 'lowerCodes', { state: 'refused', reason: { code: 'gave-up' } }],
  ] as const)('is not sent again where the list shows its code %s', async (_form, texts, end) => {
    const { desk } = await loseToAnother(texts);
    // The service is well but for the one question.
    desk.service.addFault({
      on: { path: LOOKUPS },
      nth: 1,
      times: 1_000,
      kind: 'status',
      status: 500,
    });
    for (let look = 0; look < 3; look += 1) await pushThrice(desk);
    expect(made(desk)).toHaveLength(1);
    const { operations } = await desk.call('outbox.list', { states: ['conflict', 'refused'] });
    expect(operations).toMatchObject([end]);
  });
});
