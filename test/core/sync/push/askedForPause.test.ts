import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { edit } from '../../../support/editing.ts';

it('a read that is answered with a time to wait is waited for as long as a write is', async () => {
  const desk = await openDesk();
  await edit(desk, { name: 'Zawias' });
  const on = { method: 'GET', path: /^\/adminapi\/fittings\/./ };
  desk.service.addFault({ on, nth: 1, kind: 'tooMany', retryAfter: 600 });
  await desk.push();
  const asked = desk.service.log.length;
  desk.clock.advance(500_000);
  await desk.push();
  expect(desk.service.log.length).toBe(asked);
  desk.clock.advance(150_000);
  await desk.push();
  expect(await desk.call('outbox.list', {})).toMatchObject({ operations: [] });
});
