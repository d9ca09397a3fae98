import { expect, it } from 'vitest';
import type { ServiceApi } from '#core/service/types.ts';
import { AppError } from '#contract/errors.ts';
import { catalogue, countsOf, idOf, openMirror, openPlace } from './support.ts';

const GONE = 20;

it('a service that falls silent behind its list is not asked for every record that the list lacked', async () => {
  const place = await openPlace({ seed: catalogue(60) });
  const mirror = openMirror();
  await mirror.pull(place.api, ['products']);
  for (let n = 0; n < GONE; n++) place.service.state.remove('products', idOf(n));
  let asked = 0;
  const silent: ServiceApi = {
    ...place.api,
    get: () => {
      asked += 1;
      return Promise.reject(new AppError('timeout', 'It did not answer in time.'));
    },
  };
  const result = await mirror.pull(silent, ['products']);
  expect(asked).toBeLessThan(10);
  expect(countsOf(result, 'products')).toMatchObject({ removed: 0, total: 60, complete: true });
  expect(result.notes).toEqual([{ code: 'unchecked', kind: 'products', count: GONE }]);
  const later = await mirror.pull(place.api, ['products']);
  expect(countsOf(later, 'products')).toMatchObject({ removed: GONE, total: 60 - GONE });
});
