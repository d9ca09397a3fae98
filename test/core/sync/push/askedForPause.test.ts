import { expect, it } from 'vitest';
import { openDesk } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { edit, only } from '../../../support/editing.ts';

it('a read that is answered with a time to wait is waited for as long as a write is', async () => {
  const desk = await openDesk();
  await edit(desk, { name: 'Zawias' });
  const on = { method: 'GET', path: /^\/adminapi\/fittings\/./ };
  desk.service.addFault({ on, nth: 1, kind: 'tooMany', retryAfter: 600 });
  await desk.push();
  const asked = desk.service.log.length;
  desk.clock.advance(500_000);
  await desk.push();
  expect(desk.service.log.length).toBe(asked);
  desk.clock.advance(150_000);
  await desk.push();
  expect(await desk.call('outbox.list', {})).toMatchObject({ operations: [] });
});

/** Pushes an edit as often as it is due; returns the wait after each push. */
async function waitsOf(desk: TestWorkstation, times: number): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let count = 1; count <= times; count += 1) {
    await desk.push();
    const { nextAt, reason } = await only(desk);
    expect(reason).toMatchObject({ code: 'retry-later', details: { count } });
    waits.push((nextAt ?? 0) - desk.clock.now());
    desk.clock.advance(waits.at(-1) ?? 0);
  }
  return waits;
}

it('a read that fails again and again is tried less and less often, at least every five minutes', async () => {
  const desk = await openDesk();
  await edit(desk, { name: 'Zawias' });
  const on = { method: 'GET', path: /^\/adminapi\/fittings\/./ };
  desk.service.addFault({ on, nth: 1, times: 1_000, kind: 'status', status: 500 });
  const waits = await waitsOf(desk, 12);
  const bounds = waits.map((_, index) => 250 + Math.min(5_000 * 2 ** index, 300_000));
  expect(waits.every((wait, index) => wait <= (bounds[index] ?? 0))).toBe(true);
  expect(Math.max(...waits)).toBeGreaterThan(60_000);
});

it('a service that asks for a pause again and again gets longer ones', async () => {
  const desk = await openDesk();
  await edit(desk, { name: 'Zawias' });
  const on = { method: 'GET', path: /^\/adminapi\/fittings\/./ };
  desk.service.addFault({ on, nth: 1, times: 4, kind: 'tooMany' });
  expect(await waitsOf(desk, 4)).toEqual([30_000, 60_000, 300_000, 300_000]);
});
