import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const KIND = 'fittings' as const;

it('a creation answered with what another hand has made meanwhile is not written over it', async () => {
  const desk = await openDesk();
  const values = { kod: 'NEW-1', name: 'Mój', price: '5' };
  await desk.call('records.create', { kind: KIND, values, files: [] });
  const theirs = { _id: 'f'.repeat(24), kod: 'NEW-1', name: 'Ich', price: '9' };
  const on = { method: 'POST', path: '/adminapi/fittings' };
  const body = JSON.stringify({ message: 'Fitting already exists', fitting: theirs });
  desk.service.addFault({ on, nth: 1, kind: 'garbage', body });
  const hook = () => void desk.service.state.insert(KIND, theirs);
  desk.service.addFault({ on, nth: 1, kind: 'hook', hook });
  await sendAll(desk);
  expect(desk.service.state.all(KIND).filter(({ kod }) => kod === 'NEW-1')).toMatchObject([theirs]);
  expect((await desk.call('outbox.list', {})).operations).toMatchObject([{ state: 'conflict' }]);
});
