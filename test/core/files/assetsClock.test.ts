import { describe, expect, it } from 'vitest';
import { fetchAsset } from '#core/files/assets/fetchAsset.ts';
import { systemClock, systemDisk } from '#core/app/nodePlatform.ts';
import { AssetStore } from '#core/store/assetStore.ts';
import { openFiles } from '#core/workspace/openFiles.ts';
import path from 'node:path';
import type { Clock, FetchFile } from '#core/platform/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { COVER, openStation } from './station.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 2, 2, 8);
const NOBODY: ReadonlySet<string> = new Set();

/** Opens a store for one path, in a new file. */
function begin(): AssetStore {
  const assets = new AssetStore(openFiles(systemDisk, tempFolder()));
  assets.add('a.png', 0);
  return assets;
}

describe('a clock that is set back', () => {
  it.each([5 * DAY, 365 * DAY])('by %i leaves a wait as long as it was meant', (ahead) => {
    const assets = begin();
    assets.followClock(NOW + ahead);
    assets.setMissing('a.png', NOW + ahead + HOUR);
    expect(assets.followClock(NOW)).toBe(true);
    expect(assets.get('a.png')?.nextAt).toBe(NOW + HOUR);
    expect(assets.due(NOW, 0, NOBODY)).toBeNull();
    expect(assets.due(NOW + HOUR, 0, NOBODY)?.path).toBe('a.png');
  });

  it('lets nobody look at a file in a time to come', () => {
    const assets = begin();
    assets.followClock(NOW + 365 * DAY);
    assets.want('a.png', NOW + 365 * DAY);
    assets.followClock(NOW);
    expect(assets.get('a.png')?.wantedAt).toBe(NOW);
    expect(assets.due(NOW, NOW + 1, NOBODY)).toBeNull();
  });

  it('which was ahead before it was followed at all, too', () => {
    const assets = begin();
    assets.want('a.png', NOW + 365 * DAY);
    assets.followClock(NOW);
    expect(assets.get('a.png')?.wantedAt).toBe(NOW);
  });

  it('by less than a minute changes no wait, nor does one that goes on', () => {
    const assets = begin();
    assets.followClock(NOW);
    assets.setMissing('a.png', NOW + HOUR);
    expect(assets.followClock(NOW - 30_000)).toBe(false);
    expect(assets.followClock(NOW + 60_000)).toBe(false);
    expect(assets.get('a.png')?.nextAt).toBe(NOW + HOUR);
  });

  it('does not keep a file for ever of which nothing comes any more', async () => {
    let now = NOW;
    let steady = 0;
    const silent = new ReadableStream({
      pull: () => {
        now -= 365 * DAY;
      },
    });
    const headers = { 'content-type': 'image/png' };
    const fetched = await fetchAsset(new URL('http://service.example/a.png'), {
      fetchFile: (_, { signal }) => {
        const body = silent.pipeThrough(new TransformStream(), signal ? { signal } : {});
        return Promise.resolve(new Response(body, { headers }));
      },
      clock: {
        now: () => now,
        monotonicMs: () => steady,
        sleep: async (ms, signal) => {
          await systemClock.sleep(10, signal);
          now += ms;
          steady += ms;
        },
      },
      disk: systemDisk,
      access: { url: 'http://service.example/', headersFor: () => ({}) },
      name: 'a.png',
      target: path.join(tempFolder(), 'incoming'),
      limit: 1_000_000,
      signal: new AbortController().signal,
    });
    expect(fetched).toEqual({ outcome: 'later', wait: null });
  });
});

describe('pictures that the service has for later', () => {
  it('wait for an hour, and no longer where the clock is set back meanwhile', async () => {
    let [shift, gone, busy] = [5 * 24 * HOUR, 0, true];
    const clock: Clock = {
      now: () => systemClock.now() + shift + gone,
      monotonicMs: () => systemClock.monotonicMs() + gone,
      sleep: systemClock.sleep,
    };
    const fetchFile: FetchFile = (url, init) =>
      busy
        ? Promise.resolve(new Response('', { status: 503, headers: { 'retry-after': '3600' } }))
        : fetch(url, init);
    const desk = await openStation({ clock, fetchFile });
    const dueIn = () => (desk.writer.ws.assets.get(COVER)?.nextAt ?? 0) - clock.now();
    await desk.until(() => dueIn() > 0);
    [shift, busy] = [0, false];
    await desk.call('assets.want', { paths: [COVER] });
    await expect.poll(dueIn).toBeLessThanOrEqual(HOUR);
    expect(desk.stateOf(COVER)).toBe('wanted');
    gone = HOUR;
    await desk.call('assets.want', { paths: [COVER] });
    await desk.until(() => desk.stateOf(COVER) === 'here');
  });
});
