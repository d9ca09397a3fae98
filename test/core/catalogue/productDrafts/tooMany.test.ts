import { expect, it } from 'vitest';
import { readManifest } from '#core/catalogue/productDrafts/readManifest.ts';
import { openDesk } from '../../../support/desk.ts';

it('leaves no plan behind that nobody could open where a manifest has more parts than a plan takes', async () => {
  const desk = await openDesk();
  const fittings = Array.from({ length: 2001 }, (_, at) => ({ kod: `K-${at}`, name: 'Nowy' }));
  await expect(
    desk.call('plan.fromManifest', { manifest: { fittings }, folder: null }),
  ).rejects.toMatchObject({ code: 'invalid', message: /at most 2000 parts/ });
  expect((await desk.call('plan.list', {})).plans).toEqual([]);
});

it('is refused with its places where a manifest repeats one code 200,000 times', () => {
  const fittings = Array.from({ length: 200_000 }, () => ({ kod: 'K', name: 'Nowy' }));
  expect(() => readManifest({ fittings })).toThrow(expect.objectContaining({ code: 'invalid' }));
});
