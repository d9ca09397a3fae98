import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import type { Reference } from '#reference/server.ts';
import { catalogue, Desk, pullCounts, pushCounts, startService } from './support.ts';

const SIZE = 100;
const desk = new Desk();
let service: Reference;
beforeAll(async () => {
  service = await startService({ seed: { ...catalogue(), fittings: fittings(650) } });
  await desk.ready(service.url, false);
  await desk.core((core) => core.call('settings.set', { values: { pageSize: SIZE } }));
});

function fittings(length: number) {
  return Array.from({ length }, (_, index) => ({ kod: `F-${index}`, name: `Fitting ${index}` }));
}

const BROKEN = { code: 'broken', kind: 'fittings', error: { code: 'service' } };

describe('a list that breaks off', () => {
  it('ends a pull and a sync with the code of what broke it, and says why in the document', async () => {
    service.addFault({
      kind: 'status',
      status: 500,
      on: { method: 'GET', path: '/adminapi/fittings' },
      nth: 4,
      times: 100,
    });
    const pulled = await desk.json(['pull', '--quiet']);
    const { kinds, notes } = pulled.json(pullCounts);
    expect(kinds['fittings']).toMatchObject({ complete: false });
    expect(kinds['materials']).toMatchObject({ complete: true });
    expect(notes).toMatchObject([BROKEN]);
    expect(notes[0]?.text).toContain('was not downloaded completely');
    expect(pulled.exit).toBe(4);
    const both = z.strictObject({ push: pushCounts, pull: pullCounts });
    const synced = await desk.json(['sync', '--quiet']);
    expect(synced.json(both).pull.notes).toMatchObject([{ code: 'broken', kind: 'fittings' }]);
    expect(synced.exit).toBe(4);
  });

  it('ends with 0 once it was seen whole', async () => {
    service.clearFaults();
    const pulled = await desk.json(['pull', '--quiet']);
    expect(pulled.json(pullCounts).notes).toEqual([]);
    expect(pulled.exit).toBe(0);
  });

  it('ends with 1 where the service answers and does not show all of it', async () => {
    const products = Array.from({ length: 45 }, (_, index) => ({ name: `Product ${index}` }));
    const seed = { ...catalogue(), products };
    const few = await startService({ seed, variant: { offsetIgnored: true, pageCap: 10 } });
    const other = new Desk();
    await other.ready(few.url, false);
    const pulled = await other.json(['pull', 'products', '--quiet']);
    const { kinds, notes } = pulled.json(pullCounts);
    expect(kinds['products']).toMatchObject({ complete: false });
    expect(notes).toMatchObject([{ code: 'same-page', kind: 'products' }]);
    expect(pulled.exit).toBe(1);
  });
});
