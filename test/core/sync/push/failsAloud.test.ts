import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { only, sendAll } from '../../../support/editing.ts';

it('a removal that is answered with a failure is not told as one that was said to be done', async () => {
  const desk = await openDesk();
  await desk.call('records.remove', { kind: 'fittings', ref: 'ZAW-110' });
  const on = { method: 'DELETE', path: /^\/adminapi\/fittings\/./ };
  const body = '{"status":"error","message":"It is used in a product"}';
  desk.service.addFault({ on, kind: 'garbage', body });
  await desk.push();
  expect(await only(desk)).toMatchObject({ state: 'unknown', reason: { answer: body } });
  await sendAll(desk);
  expect((await only(desk)).reason?.text).not.toContain('confirmed the deletion');
});
