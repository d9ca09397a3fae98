import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import type { Reference } from '#reference/server.ts';
import {
  Desk,
  expectRefusal,
  finished,
  moved,
  pullCounts,
  pushCounts,
  queue,
  startCabinet,
  startService,
} from './support.ts';

/** Queues `count` new fittings in this process. */
function addMany(desk: Desk, count: number): Promise<void> {
  return desk.core(async (core) => {
    for (let number = 1; number <= count; number++) {
      const values = { kod: `N-${number}`, name: `New ${number}` };
      await core.call('records.create', { kind: 'fittings', values, files: [] });
    }
  });
}

function codesOf(service: Reference): string[] {
  return service.state
    .all('fittings')
    .map(({ kod }) => String(kod))
    .filter((kod) => kod.startsWith('N-'));
}

describe('a push of ten of which the service refuses one', () => {
  const desk = new Desk();
  let service: Reference;

  beforeAll(async () => {
    service = await startService();
    await desk.ready(service.url, false);
    await addMany(desk, 10);
    const on = { method: 'POST', path: '/adminapi/fittings' };
    service.addFault({ kind: 'status', status: 400, message: 'kod is cursed', on, nth: 4 });
  });

  it('sends nine and keeps one with the words of the service', async () => {
    const ran = await desk.json(['push']);
    expect(ran.json(pushCounts)).toEqual({
      done: 9,
      waiting: 0,
      held: 0,
      unknown: 0,
      refused: 1,
      conflict: 0,
      stopped: null,
      nextAt: null,
    });
    expect(ran.exit).toBe(1);
    expect(codesOf(service)).toHaveLength(9);
    const { operations } = (await desk.json(['queue'])).json(queue);
    expect(operations).toHaveLength(1);
    expect(operations[0]).toMatchObject({ state: 'refused', attempts: 1 });
    expect(operations[0]?.reason).toContain('kod is cursed');
  });

  it('tells a person what to do next, and goes on from there', async () => {
    const { out, exit } = await desk.run(['push']);
    expect(out).toContain('0 sent, 1 rejected by the server.');
    expect(out).toMatch(
      /refused create fittings N-\d+: The server rejected this change: “kod is cursed”/,
    );
    expect(exit).toBe(1);
    const id = /cabinet retry ([0-9a-f-]{36})/.exec(out)?.[1] ?? '';
    expect((await desk.json(['retry', id])).json(moved).state).toBe('waiting');
    expect((await desk.json(['push'])).json(pushCounts).done).toBe(1);
    expect(new Set(codesOf(service)).size).toBe(10);
    expect(codesOf(service)).toHaveLength(10);
  });
});

describe('a record changed on both sides', () => {
  const desk = new Desk();

  it('is a conflict until a person chooses', async () => {
    const service = await startService();
    await desk.ready(service.url);
    const [hinge] = service.state.all('fittings');
    await desk.json(['edit', 'fittings', 'ZAW-110', '--set', 'price=9.20']);
    service.state.patch('fittings', String(hinge?.['_id']), { price: '9.90' });
    const pushed = await desk.json(['push']);
    expect([pushed.json(pushCounts).conflict, pushed.exit]).toEqual([1, 1]);
    const [operation] = (await desk.json(['queue'])).json(queue).operations;
    const id = operation?.id ?? '';
    const none = await desk.json(['resolve', id, '--field', 'name=mine']);
    expectRefusal(none, 2, 'invalid', /price: no choice, expected mine or theirs/);
    const told = (await desk.run(['push'])).out;
    expect(told).toContain(`cabinet resolve ${id} --mine | --theirs | --field price=mine|theirs`);
    const chosen = await desk.json(['resolve', id, '--field', 'price=mine']);
    expect([chosen.json(moved).state, chosen.exit]).toEqual(['waiting', 0]);
    expect((await desk.json(['push'])).exit).toBe(0);
    expect(service.state.all('fittings')[0]).toMatchObject({ price: '9.2' });
  });
});

describe('a push that cannot reach the service', () => {
  it('says so and loses nothing', async () => {
    const desk = new Desk();
    const service = await startService();
    await desk.ready(service.url, false);
    await addMany(desk, 1);
    service.revokeTokens();
    const expired = await desk.json(['push']);
    expect(expired.json(pushCounts)).toMatchObject({
      waiting: 1,
      stopped: { code: 'unauthorized' },
    });
    expect(expired.exit).toBe(3);
    await service.close();
    const offline = await desk.json(['push']);
    expect(offline.json(pushCounts)).toMatchObject({ waiting: 1, stopped: { code: 'offline' } });
    expect(offline.said).toContain('cannot be reached');
    expect(offline.exit).toBe(4);
    const both = await desk.json(['sync']);
    expect(both.json(z.object({ push: pushCounts, pull: z.null() })).push.waiting).toBe(1);
    expect(both.exit).toBe(4);
    expectRefusal(await desk.json(['pull']), 4, 'offline', /cannot be reached/);
    expectRefusal(await new Desk().json(['push']), 3, 'unauthorized', /Sign in/);
  });
});

describe('an answer that was lost', () => {
  it('leaves the operation unknown, and another push finds the record', async () => {
    const desk = new Desk();
    const service = await startService();
    await desk.ready(service.url, false);
    await desk.json(['settings', 'settleSeconds', '3']);
    await addMany(desk, 1);
    service.addFault({
      kind: 'lostAnswer',
      on: { method: 'POST', path: '/adminapi/fittings' },
      nth: 1,
    });
    const ran = await desk.json(['push', '--patience', '0']);
    expect([ran.json(pushCounts).unknown, ran.exit]).toEqual([1, 1]);
    const waited = await desk.json(['push', '--wait']);
    expect([waited.json(pushCounts).done, waited.exit]).toEqual([1, 0]);
    expect(codesOf(service)).toEqual(['N-1']);
  });
});

describe('an interrupted run', () => {
  async function untilSent(service: Reference): Promise<void> {
    const isSent = () =>
      service.log.some(({ method, path }) => method === 'POST' && path.endsWith('fittings'));
    await expect.poll(isSent, { timeout: 10_000 }).toBe(true);
  }

  it('ends in order, tells where it stands, and goes on later', async () => {
    const desk = new Desk();
    const service = await startService({ latencyMs: 200 });
    await desk.ready(service.url, false);
    await addMany(desk, 12);
    const child = startCabinet(['push', '--json', '--data-dir', desk.dir]);
    const ending = finished(child);
    await untilSent(service);
    child.kill('SIGINT');
    const ran = await ending;
    const counts = ran.json(pushCounts);
    expect(ran.exit).toBe(130);
    expect(counts.stopped?.code).toBe('cancelled');
    expect(counts.done + counts.waiting).toBe(12);
    expect(counts.waiting).toBeGreaterThan(0);
    const rest = await desk.json(['push']);
    expect([rest.json(pushCounts).done, rest.exit]).toEqual([counts.waiting, 0]);
    expect(new Set(codesOf(service)).size).toBe(codesOf(service).length);
    expect(codesOf(service)).toHaveLength(12);
  });

  it('ends at once when asked twice, and nothing is sent twice', async () => {
    const desk = new Desk();
    const service = await startService({ latencyMs: 700 });
    await desk.ready(service.url, false);
    await addMany(desk, 3);
    const child = startCabinet(['push', '--data-dir', desk.dir]);
    const ending = finished(child);
    await untilSent(service);
    child.kill('SIGINT');
    await expect.poll(() => (child.kill('SIGINT'), child.exitCode), { timeout: 5000 }).toBe(130);
    await ending;
    const rest = await desk.json(['push', '--wait']);
    expect(rest.exit).toBe(0);
    expect(codesOf(service).toSorted()).toEqual(['N-1', 'N-2', 'N-3']);
  });

  it('is none where nobody reads the progress any more', async () => {
    const desk = new Desk();
    const service = await startService({ latencyMs: 200 });
    await desk.ready(service.url, false);
    await addMany(desk, 12);
    const child = startCabinet(['push', '--json', '--data-dir', desk.dir]);
    child.stderr?.destroy();
    const out = child.stdout === null ? '' : await text(child.stdout);
    expect(pushCounts.parse(JSON.parse(out))).toMatchObject({ done: 12, stopped: null });
    expect(codesOf(service)).toHaveLength(12);
  });

  it('of a pull ends in order as well', async () => {
    const desk = new Desk();
    const service = await startService({ latencyMs: 400 });
    await desk.ready(service.url, false);
    const child = startCabinet(['pull', '--json', '--data-dir', desk.dir]);
    const ending = finished(child);
    await expect.poll(() => service.log.some(({ method }) => method === 'GET')).toBe(true);
    child.kill('SIGINT');
    expect((await ending).exit).toBe(130);
    const again = await desk.json(['pull']);
    expect(again.json(pullCounts).kinds['fittings']).toMatchObject({ total: 3, complete: true });
  });
});
