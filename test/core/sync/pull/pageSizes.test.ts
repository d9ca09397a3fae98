import { describe, expect, it } from 'vitest';
import type { Kind } from '#contract/resources/resource.ts';
import { catalogue, countsOf, openMirror, openPlace, PATHS } from './support.ts';

const ONLY: readonly Kind[] = ['products'];

describe('page sizes', () => {
  it('learns once what the service gives, and remembers it', async () => {
    const place = await openPlace({
      seed: catalogue(160),
      variant: { pageCap: 50, pageCapMode: 'refuse' },
    });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    expect(place.lists().slice(0, 3)).toEqual([
      { limit: '100', offset: '0' },
      { limit: '50', offset: '0' },
      { limit: '50', offset: '49' },
    ]);
    const requests = place.lists().length;
    await mirror.pull(place.api, ONLY);
    expect(place.lists()[requests]).toEqual({ limit: '50', offset: '0' });
    expect(place.lists().length - requests).toBe(6);
    mirror.platform.clock.advance(8 * 86_400_000);
    const later = place.lists().length;
    await mirror.pull(place.api, ONLY);
    expect(place.lists()[later]).toEqual({ limit: '100', offset: '0' });
  });

  it('grows while pages come whole', async () => {
    const place = await openPlace({ seed: catalogue(1700) });
    const mirror = openMirror();
    await mirror.pull(place.api, ONLY);
    expect(place.lists().map(({ limit }) => limit)).toEqual(['100', '500', '1000', '2000']);
    await mirror.pull(place.api, ONLY);
    expect(
      place
        .lists()
        .map(({ limit }) => limit)
        .slice(4),
    ).toEqual(['2000']);
  });

  it('asks for the size that the person has set', async () => {
    const place = await openPlace({ seed: catalogue(65) });
    const mirror = openMirror();
    mirror.ws.settings.set({ pageSize: 30 });
    const result = await mirror.pull(place.api);
    expect(countsOf(result, 'fittings')).toMatchObject({ total: 65, complete: true });
    const limits = new Set(place.lists(PATHS.fittings).map(({ limit }) => limit));
    expect([...limits]).toEqual(['1', '30']);
  });

  it('takes everything at once where that is offered', async () => {
    const place = await openPlace({ seed: catalogue(700) });
    const mirror = openMirror();
    await mirror.pull(place.api, ['fittings']);
    const requests = place.lists(PATHS.fittings).length;
    await mirror.pull(place.api, ['fittings']);
    expect(place.lists(PATHS.fittings).slice(requests)).toEqual([{ all: 'true' }]);
  });
});
