import { expect, it } from 'vitest';
import { RecentWrites } from '#core/sync/recentWrites.ts';
import { catalogue, idOf, openMirror, openPlace } from './support.ts';

it('a pull that is stopped in the middle of a page has told what it brought until then', async () => {
  const place = await openPlace({ seed: catalogue(500) });
  const mirror = openMirror();
  await mirror.pull(place.api, ['fittings']);
  place.service.state.patch('fittings', idOf(0), { name: 'Theirs' });
  const stop = new AbortController();
  const lately = new RecentWrites(mirror.ws);
  const isHere = () => mirror.ws.records.get('fittings', idOf(0))?.doc.includes('Theirs') === true;
  const yieldToEdits = () => {
    if (isHere()) stop.abort();
    return Promise.resolve();
  };
  const before = mirror.events.length;
  await mirror.pull(place.api, ['fittings'], { signal: stop.signal, yieldToEdits, lately });
  expect(stop.signal.aborted).toBe(true);
  expect(lately.hasShown('fittings')).toBe(true);
  const told = mirror.events.slice(before).filter(({ name }) => name === 'records.changed');
  expect(told).toMatchObject([{ data: { kind: 'fittings' } }]);
});
