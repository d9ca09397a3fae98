import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { SETTLE } from '../../../support/editing.ts';

const KIND = 'fittings' as const;

it.each([
  '{"success":false,"message":"db","data":[]}',
  '{"error":"db","fittings":[],"totalFittings":0}',
])('a service that says that it failed does not say that there is nothing: %s', async (body) => {
  const desk = await openDesk();
  await desk.pull();
  desk.clock.advance(2 * SETTLE);
  const no = '{"success":false,"message":"db","data":null}';
  const list = { method: 'GET', path: '/adminapi/fittings' };
  desk.service.addFault({ on: list, kind: 'garbage', body });
  const one = { method: 'GET', path: /^\/adminapi\/fittings\/./ };
  desk.service.addFault({ on: one, kind: 'garbage', body: no });
  await desk.pull().catch(() => undefined);
  expect((await desk.call('records.list', { kind: KIND })).total).toBe(2);
});
