import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { edit, idOf, SETTLE, sleepsBefore, SURE } from '../../../support/editing.ts';
import { failingDisk } from '../../../support/failingDisk.ts';

const FITTINGS = '/adminapi/fittings';
/** The start of the SQL statement that stores an outcome. */
const ANSWER = 'UPDATE attempt SET outcome';

describe('a creation whose answer could not be written down', () => {
  it('is looked for only when it can no more be on its way', async () => {
    const { disk, failNext } = failingDisk(ANSWER);
    const desk = await openDesk({}, disk);
    const values = { kod: 'DISK-1', name: 'Zawias' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const on = { method: 'POST', path: FITTINGS };
    desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
    failNext();
    expect(await desk.push()).toMatchObject({ done: 0, unknown: 1 });
    // Long before the settle window is over it is looked for neither once nor twice.
    for (let look = 0; look < 2; look += 1) {
      desk.clock.advance(SETTLE / 3);
      expect(await desk.push()).toMatchObject({ done: 0, unknown: 1 });
    }
    // The request arrives late.
    desk.service.state.insert('fittings', values);
    desk.clock.advance(SURE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
    const made = desk.service.state.all('fittings').filter(({ kod }) => kod === 'DISK-1');
    expect(made).toHaveLength(1);
  });

  it('is looked for only a settle window behind the moment at which a computer that slept woke', async () => {
    const { disk, failNext } = failingDisk(ANSWER);
    const desk = await openDesk({}, disk);
    const values = { kod: 'DISK-2', name: 'Zawias' };
    await desk.call('records.create', { kind: 'fittings', values, files: [] });
    const on = { method: 'POST', path: FITTINGS };
    sleepsBefore(desk, on);
    desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
    failNext();
    expect(await desk.push()).toMatchObject({ done: 0, unknown: 1 });
    const requests = desk.service.log.length;
    desk.clock.advance(SETTLE / 3);
    expect(await desk.push()).toMatchObject({ done: 0, unknown: 1 });
    expect(desk.service.log.length).toBe(requests);
    desk.service.state.insert('fittings', values);
    desk.clock.advance(SURE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
  });
});

describe.each([
  ['PATCH', 'change'],
  ['DELETE', 'removal'],
] as const)('a %s whose answer could not be written down', (method, what) => {
  it(`is looked for only when the ${what} can no more be on its way`, async () => {
    const { disk, failNext } = failingDisk(ANSWER);
    const desk = await openDesk({}, disk);
    const path = `${FITTINGS}/${idOf(desk, 'ZAW-110')}`;
    if (method === 'PATCH') await edit(desk, { name: 'The first' });
    else await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    desk.service.addFault({ on: { method, path }, nth: 1, kind: 'resetBefore' });
    failNext();
    expect(await desk.push()).toMatchObject({ done: 0, unknown: 1 });
    desk.clock.advance(SETTLE / 3);
    expect(await desk.push()).toMatchObject({ done: 0, unknown: 1 });
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
  });

  it(`waits anew where the computer slept before the ${what} left`, async () => {
    const { disk, failNext } = failingDisk(ANSWER);
    const desk = await openDesk({}, disk);
    const on = { method, path: `${FITTINGS}/${idOf(desk, 'ZAW-110')}` };
    if (method === 'PATCH') await edit(desk, { name: 'The first' });
    else await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
    sleepsBefore(desk, on);
    desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
    failNext();
    expect(await desk.push()).toMatchObject({ done: 0, unknown: 1 });
    const requests = desk.service.log.length;
    desk.clock.advance(SETTLE / 3);
    expect(await desk.push()).toMatchObject({ done: 0, unknown: 1 });
    expect(desk.service.log.length).toBe(requests);
    desk.clock.advance(SETTLE);
    expect(await desk.push()).toMatchObject({ unknown: 0, done: 1 });
  });
});
