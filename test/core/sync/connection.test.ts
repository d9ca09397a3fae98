import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConnectionState } from '#contract/connection.ts';
import { events } from '#contract/events.ts';
import { reachPort } from '#core/service/reach.ts';
import { openWriter } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { heldClock } from '#test/support/heldClock.ts';
import { testPlatform } from '#test/support/platform.ts';
import { startProxy } from '#test/support/startProxy.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

/** The time between two tries of the port. */
const STEP_MS = 4_000;
/** How long a busy computer may take for one step. */
const PATIENCE = { timeout: 10_000 };

/**
 * A writer that stays, signed in to a service, with time in the test's hand.
 *
 * With a proxy the service has a name that only the proxy resolves.
 */
async function watched(proxy: string | null = null) {
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const clock = heldClock();
  const states: ConnectionState[] = [];
  const pushes: string[] = [];
  let tries = 0;
  const reach = async (url: string, ms: number) => {
    const isReachable = await reachPort(url, ms);
    tries += 1;
    return isReachable;
  };
  let way = proxy ?? 'direct';
  const systemProxy = () => Promise.resolve([way]);
  const platform = { ...testPlatform(tempFolder()), clock, reach, systemProxy };
  const writer = openWriter(
    platform,
    (name, data) => {
      if (name === 'connection.changed')
        states.push(events['connection.changed'].parse(data).state);
      if (name === 'sync.state') pushes.push(events['sync.state'].parse(data).running);
    },
    true,
  );
  let isOpen = true;
  const close = async () => {
    if (isOpen) await service.close();
    isOpen = false;
  };
  onTestFinished(async () => {
    await writer.close();
    await close();
  });
  const url = proxy === null ? service.url : `http://catalogue.test:${service.port}`;
  await writer.handlers['session.login']({ url, ...ACCOUNT, unencrypted: true });
  /**
   * Time passes in steps of four seconds; in each the port is tried once, on a real socket.
   *
   * A step begins when the watch sleeps; time that passes earlier would not wake it.
   */
  const pass = async (steps: number, until: ConnectionState) => {
    for (let step = 0; step < steps; step += 1) {
      await vi.waitFor(() => expect(clock.asleep(STEP_MS)).toBe(1), PATIENCE);
      const before = tries;
      clock.advance(STEP_MS);
      await vi.waitFor(() => expect(tries).toBeGreaterThan(before), PATIENCE);
    }
    await vi.waitFor(() => expect(states.at(-1)).toBe(until), PATIENCE);
  };
  const change = (next: string) => {
    way = next;
  };
  return { writer, service, clock, states, pushes, pass, close, change };
}

describe('the connection', () => {
  it('is known before anything is sent', async () => {
    const { writer } = await watched();
    expect(await writer.handlers['connection.check']({})).toEqual({ state: 'online' });
  });

  it('is shown as lost and as back within five seconds', async () => {
    const { writer, service, states, pass, close } = await watched();
    await writer.handlers['connection.check']({});
    await close();
    await pass(1, 'offline');
    const again = await startReference({ seed: SEED, account: ACCOUNT, port: service.port });
    onTestFinished(() => again.close());
    // The new service knows no token of the old one; it answers all the same.
    await pass(1, 'online');
    expect(states).toEqual(['online', 'offline', 'online']);
  });

  it('costs less than one request a minute while nothing happens', async () => {
    const { writer, service, pass } = await watched();
    await writer.handlers['connection.check']({});
    const before = service.log.length;
    await pass(30, 'online');
    expect(service.log.length - before).toBeLessThanOrEqual(2);
  });

  it('goes on with a push that waits for the network as soon as it is back', async () => {
    const { writer, service, pushes, pass, close } = await watched();
    await writer.handlers['sync.pull']({});
    await writer.handlers['records.create']({
      kind: 'fittings',
      values: { kod: 'ZAW-900', name: 'Nowy', price: '1' },
      files: [],
    });
    await close();
    const result = await writer.handlers['sync.push']({ patience: 0 });
    expect(result.stopped?.code).toBe('offline');
    const again = await startReference({ seed: SEED, account: ACCOUNT, port: service.port });
    onTestFinished(() => again.close());
    const before = pushes.filter((each) => each === 'push').length;
    await pass(1, 'online');
    await vi.waitFor(() =>
      expect(pushes.filter((each) => each === 'push').length).toBeGreaterThan(before),
    );
  });

  it('is reported as a fault of the proxy where the system names an unusable one', async () => {
    const { clock, states, pass, change } = await watched((await startProxy()).url);
    await pass(1, 'online');
    change('socks5://proxy.example:1080');
    await vi.waitFor(() => expect(clock.asleep(STEP_MS)).toBe(1), PATIENCE);
    clock.advance(31_000);
    await vi.waitFor(() => expect(states).toEqual(['online', 'proxy-failed']), PATIENCE);
  });

  it('behind a proxy is tried at the port of the proxy, and the service once a minute', async () => {
    const proxy = await startProxy();
    const { writer, states, pass, close } = await watched(proxy.url);
    await writer.handlers['connection.check']({});
    const before = proxy.seen.length;
    await pass(15, 'online');
    expect(proxy.seen.length - before).toBeLessThanOrEqual(2);
    await close();
    await pass(15, 'offline');
    await proxy.close();
    await pass(1, 'proxy-failed');
    expect(states).toEqual(['online', 'offline', 'proxy-failed']);
  });

  it.each([
    [403, '<!DOCTYPE html><title>Access Denied</title>', 'web-page'],
    [511, '<!DOCTYPE html><title>Wi-Fi</title>', 'network-sign-in'],
    [407, '', 'proxy-password'],
    [500, '{"message":"oops"}', 'errors'],
    [404, '', 'wrong-address'],
  ] as const)('names an answer %i %s', async (status, body, state) => {
    const { writer, service, close } = await watched();
    await close();
    const server = http.createServer((_request, response) => {
      response.writeHead(status).end(body);
    });
    await once(server.listen(service.port, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { handlers } = writer;
    expect(await handlers['connection.check']({})).toEqual({ state });
  });
});
