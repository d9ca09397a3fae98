import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openWriter } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../../../support/desk.ts';
import { heldClock } from '../../../support/heldClock.ts';
import { testPlatform } from '../../../support/platform.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

async function openStaying() {
  const folder = tempFolder();
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const clock = heldClock();
  const base = testPlatform(path.join(folder, 'data'));
  const platform = { ...base, clock, random: { ...base.random, fraction: () => 0.5 } };
  const idle: (() => void)[] = [];
  /** The monotonic time at which each push began. */
  const pushes: number[] = [];
  const writer = openWriter(
    platform,
    (name, data) => {
      if (name !== 'sync.state' || !('running' in data)) return;
      if (data.running === 'push') pushes.push(clock.monotonicMs());
      if (data.running === 'idle') idle.splice(0).forEach((each) => each());
    },
    true,
  );
  onTestFinished(async () => {
    await writer.close();
    await service.close();
  });
  await writer.handlers['session.login']({ url: service.url, ...ACCOUNT });
  const nextIdle = () => new Promise<void>((resolve) => idle.push(resolve));
  return { writer, service, clock, nextIdle, pushes };
}

/** Queues a new edge band. */
async function createBand({ handlers }: ReturnType<typeof openWriter>, code: string) {
  await handlers['records.create']({ kind: 'edge-bands', values: { code, name: code }, files: [] });
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

describe('a clock that is set back', () => {
  it('neither keeps a Send that waits nor what it waits for', async () => {
    const { writer, service, clock, nextIdle } = await openStaying();
    await createBand(writer, 'A');
    service.addFault({
      on: { method: 'POST', path: '/adminapi/edge_band' },
      nth: 1,
      kind: 'tooMany',
      retryAfter: 30,
    });
    const sent = writer.handlers['sync.push']({ patience: 130_000 });
    await vi.waitFor(() =>
      expect(writer.ws.operations.open()[0]?.reason?.code).toBe('retry-later'),
    );
    clock.set(clock.now() - 400 * DAY);
    await vi.waitFor(() => expect(clock.asleep()).toBeGreaterThan(0));
    clock.advance(31_000);
    const { waiting, nextAt } = await sent;
    expect(waiting).toBe(1);
    expect((nextAt ?? Infinity) - clock.now()).toBeLessThanOrEqual(HOUR);
    const idle = nextIdle();
    clock.advance(HOUR + 1_000);
    await idle;
    expect(writer.ws.operations.open()).toEqual([]);
    expect(service.state.all('edgeBands').map(({ code }) => code)).toContain('A');
  });
});

describe('a shell that stays open', () => {
  it('looks up by itself what it sent without an answer, and leaves later edits to the person', async () => {
    const { writer, service, clock, nextIdle } = await openStaying();
    await createBand(writer, 'A');
    service.addFault({
      on: { method: 'POST', path: '/adminapi/edge_band' },
      nth: 1,
      kind: 'lostAnswer',
    });
    expect(await writer.handlers['sync.push']({ patience: 0 })).toMatchObject({ unknown: 1 });
    await createBand(writer, 'B');
    const settled = nextIdle();
    clock.advance(121_000);
    await settled;
    expect(writer.ws.operations.counts()).toMatchObject({ unknown: 0, waiting: 1 });
    expect(
      service.state
        .all('edgeBands')
        .map(({ code }) => String(code))
        .sort(),
    ).toEqual(['A', 'ABS-22']);
  });

  it('tries an offline push after growing waits, and after the first wait again once a user sends', async () => {
    const { writer, service, clock, nextIdle, pushes } = await openStaying();
    await createBand(writer, 'A');
    await service.close();
    const send = () => writer.handlers['sync.push']({ patience: 0 });
    expect(await send()).toMatchObject({ stopped: { code: 'offline' } });
    const tryAfter = async (ms: number) => {
      const before = pushes.length;
      clock.advance(ms - 1);
      for (let turn = 0; turn < 40; turn += 1) await new Promise((go) => setImmediate(go));
      expect(pushes).toHaveLength(before);
      const idle = nextIdle();
      clock.advance(1);
      await idle;
      expect(pushes).toHaveLength(before + 1);
    };
    for (const wait of [1_500, 2_000, 3_000, 5_000, 9_000]) await tryAfter(wait);
    await send();
    await tryAfter(1_500);
  });

  it('sends by itself when the service is back', async () => {
    const { writer, service, clock, nextIdle } = await openStaying();
    await createBand(writer, 'A');
    await service.close();
    expect(await writer.handlers['sync.push']({ patience: 0 })).toMatchObject({
      stopped: { code: 'offline' },
    });
    const back = await startReference({ port: service.port, account: ACCOUNT });
    onTestFinished(() => back.close());
    const expired = nextIdle();
    clock.advance(10_000);
    await expired;
    // The new service does not know the old token: the run pauses for a sign-in instead of losing its place.
    expect(writer.ws.meta.get('session:expired')).toBe('1');
    await writer.handlers['session.login']({ url: back.url, ...ACCOUNT });
    expect(await writer.handlers['sync.push']({ patience: 0 })).toMatchObject({ done: 1 });
  });
});
