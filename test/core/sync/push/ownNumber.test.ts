import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import { edit } from '../../../support/editing.ts';
import { failingCommit } from '../../../support/failingDisk.ts';

const BANDS = '/adminapi/edge_band';

it('what is queued while a Send goes on waits, also under a number that the disk has taken back from that', async () => {
  const { disk, failNext } = failingCommit('INSERT INTO operation');
  const desk = await openDesk({ variant: { texts: 'lowerCodes' } }, disk);
  const values = { code: 'AB-9', name: 'ABS 9' };
  await desk.call('records.create', { kind: 'edge-bands', values, files: [] });
  // The service keeps the code in another form: the run itself queues that it is given once more.
  const on = { method: 'GET', path: /^\/adminapi\/edge_band\/[0-9a-f]{24}$/ };
  const atRead = (nth: number, act: () => unknown) =>
    desk.service.addFault({
      on,
      nth,
      kind: 'hook',
      hook: async (phase) => {
        if (phase === 'before') await act();
      },
    });
  atRead(1, failNext);
  atRead(2, () => edit(desk, { price: '9.30' }));
  await desk.call('sync.push', { patience: 600_000 });
  const sent = desk.service.log.filter(({ method }) => method !== 'GET').map(({ path }) => path);
  expect(sent.filter((path) => path.startsWith(BANDS)).length).toBeGreaterThan(1);
  expect(sent.filter((path) => path.includes('fittings'))).toEqual([]);
  const { operations } = await desk.call('outbox.list', { states: ['waiting'] });
  expect(operations).toMatchObject([{ kind: 'fittings' }]);
});
