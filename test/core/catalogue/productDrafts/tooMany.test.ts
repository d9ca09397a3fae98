import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';

it('leaves no plan behind that nobody could open where a manifest has more parts than a plan takes', async () => {
  const desk = await openDesk();
  const fittings = Array.from({ length: 2001 }, (_, at) => ({ kod: `K-${at}`, name: 'Nowy' }));
  await expect(
    desk.call('plan.fromManifest', { manifest: { fittings }, folder: null }),
  ).rejects.toMatchObject({ code: 'invalid', message: /at most 2000 parts/ });
  expect((await desk.call('plan.list', {})).plans).toEqual([]);
});
