import { expect, it } from 'vitest';
import { openDesk, OBJ } from '../../../support/desk.ts';
import { sendAll } from '../../../support/editing.ts';

const KIND = 'fittings' as const;

it('a creation that something on the way sent twice is not taken for another hand’s', async () => {
  const desk = await openDesk();
  const { file } = await desk.call('files.stage', {
    path: desk.file('a.obj', OBJ),
    kind: KIND,
    field: 'model',
  });
  const values = { kod: 'NEW-1', name: 'Mój', price: '5' };
  const files = [{ field: 'model', file }];
  await desk.call('records.create', { kind: KIND, values, files });
  const on = { method: 'POST', path: '/adminapi/fittings' };
  const said = { kind: 'appliedStatus', status: 409, message: 'kod exists' } as const;
  desk.service.addFault({ on, nth: 1, ...said });
  await sendAll(desk);
  expect((await desk.call('outbox.list', {})).operations).toEqual([]);
  expect(desk.service.state.all(KIND).filter(({ kod }) => kod === 'NEW-1')).toHaveLength(1);
});
