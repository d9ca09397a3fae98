import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { lookTwice, only, SETTLE } from '../../../support/editing.ts';

it.each<['asGiven' | 'lowerCodes', string, string | number]>([
  ['lowerCodes', 'TWICE', 'twice'],
  ['asGiven', '417', 417],
])('a creation that arrived twice is told where codes are kept %s', async (texts, kod, kept) => {
  const desk = await openDesk({ variant: { texts, uniqueKod: false } });
  const values = { kod, name: 'Zawias nowy' };
  await desk.call('records.create', { kind: 'fittings', values, files: [] });
  const on = { method: 'POST', path: '/adminapi/fittings' };
  desk.service.addFault({ on, nth: 1, kind: 'resetBefore' });
  await desk.push();
  await lookTwice(desk);
  desk.service.state.insert('fittings', { ...values, kod: kept });
  desk.clock.advance(SETTLE);
  await desk.push();
  expect((await only(desk)).reason?.code).toBe('twin');
});
