import { expect, it } from 'vitest';
import { openDesk, SEED } from '../../../support/desk.ts';

it('tells whether the field of a problem can be changed', async () => {
  const desk = await openDesk({ seed: { ...SEED, materials: [{ SIFRA: 'H1', name: 'Dąb' }] } });
  const values = { kod: 'N-1', name: 'Niewysłany' };
  await desk.call('records.create', { kind: 'fittings', values, files: [] });
  await desk.call('problems.check', {});
  const { problems } = await desk.call('problems.list', { rules: ['size-missing'] });
  const found = new Map(problems.map(({ key, changeable }) => [key, changeable]));
  // The size of a fitting cannot be changed after creation (doc §2.3), the thickness of a material can.
  expect(found.get('ZAW-110')).toBe(false);
  expect(found.get('H1')).toBe(true);
  expect(found.get('N-1')).toBe(true);
});
