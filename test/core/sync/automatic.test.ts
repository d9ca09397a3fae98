import { describe, expect, it, vi } from 'vitest';
import { noticesOf } from '#core/workspace/notices.ts';
import { ACCOUNT } from '#test/support/desk.ts';
import { MINUTE, openAutomatic, priceOf, SECOND, tokenOf } from './automaticDesk.ts';

const ONE_FITTING = /fittings?\/\w+$/;

describe('automatic sending', () => {
  it('sends changes ten seconds after the last edit, in one go', async () => {
    const { writer, pass, price, requests } = await openAutomatic();
    await priceOf(writer, '9.11');
    await pass(6 * SECOND);
    await priceOf(writer, '9.25');
    await priceOf(writer, '15', 'ZAW-155');
    await pass(9 * SECOND);
    expect(requests('PATCH')).toHaveLength(0);
    await pass(2 * SECOND);
    await vi.waitFor(() => expect(writer.ws.operations.countOpen()).toBe(0));
    expect(price()).toBe('9.25');
    expect(requests('PATCH')).toHaveLength(2);
  });

  it('is off until the user turns it on, and sends what waits from then on', async () => {
    const { writer, pass, price } = await openAutomatic({});
    await priceOf(writer, '9.25');
    await pass(5 * MINUTE, 20 * SECOND);
    expect(price()).toBe('8.90');
    await writer.handlers['settings.set']({ values: { autoSend: 'online' } });
    await pass(2 * SECOND);
    expect(price()).toBe('9.25');
  });

  it('says when it sends next, and no more once nothing is left', async () => {
    const { writer, clock, pass, told, settle } = await openAutomatic({
      autoSend: 'online',
      refreshMinutes: 0,
    });
    await priceOf(writer, '9.25');
    await settle();
    const next = { mode: 'on', sendAt: clock.now() + 10 * SECOND, refreshAt: null };
    expect(told.at(-1)).toEqual(next);
    expect(await writer.handlers['sync.automatic']({})).toEqual(next);
    await pass(11 * SECOND);
    expect(told.at(-1)).toEqual({ mode: 'on', sendAt: null, refreshAt: null });
  });

  it('sends nothing that was undone in time', async () => {
    const { writer, pass, writes } = await openAutomatic();
    const before = writes();
    await priceOf(writer, '9.25');
    await pass(9 * SECOND);
    const plan = await writer.handlers['undo.plan']({});
    await writer.handlers['changesets.queue']({ plan: plan.plan });
    await pass(MINUTE, 5 * SECOND);
    expect(writes()).toBe(before);
  });

  it('does not send an edit that joins a change while others are being sent', async () => {
    const { writer, service, pass, settle, clock, requests, price } = await openAutomatic({
      autoSend: 'online',
      concurrency: 1,
    });
    await priceOf(writer, '15', 'ZAW-155');
    await priceOf(writer, '9.11');
    service.addFault({
      on: { method: 'PATCH', path: ONE_FITTING },
      nth: 1,
      kind: 'hook',
      hook: async (phase) => {
        if (phase === 'before') await priceOf(writer, '9.25');
      },
    });
    clock.advance(10 * SECOND);
    await vi.waitFor(() => expect(requests('PATCH')).toHaveLength(1));
    await settle();
    expect(requests('PATCH')).toHaveLength(1);
    expect(price()).toBe('8.90');
    await pass(11 * SECOND);
    expect(requests('PATCH')).toHaveLength(2);
    expect(price()).toBe('9.25');
  });

  it.each(['hold', 'conflict', 'refused'] as const)('leaves a change alone: %s', async (how) => {
    const { writer, service, pass, requests } = await openAutomatic();
    await priceOf(writer, '9.25');
    const [operation] = writer.ws.operations.open();
    if (how === 'hold') await writer.handlers['outbox.hold']({ operation: operation?.id ?? '' });
    if (how === 'conflict') {
      const [first] = service.state.all('fittings');
      await fetch(`${service.url}/adminapi/fittings/${String(first?.['_id'])}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${await tokenOf(service.url)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ price: '7' }),
      });
    }
    if (how === 'refused')
      service.addFault({
        on: { method: 'PATCH', path: ONE_FITTING },
        kind: 'status',
        status: 400,
        message: 'The price is not allowed.',
      });
    const before = requests('PATCH').length;
    await pass(12 * SECOND);
    const after = requests('PATCH').length;
    expect(after - before).toBe(how === 'refused' ? 1 : 0);
    await pass(10 * MINUTE, 30 * SECOND);
    expect(requests('PATCH')).toHaveLength(after);
    const state = { hold: 'held', conflict: 'conflict', refused: 'refused' }[how];
    expect(writer.ws.operations.open().map((each) => each.state)).toEqual([state]);
  });

  it('obeys Retry-After, also for changes made later and after a restart', async () => {
    const desk = await openAutomatic();
    await priceOf(desk.writer, '9.25');
    desk.service.addFault({
      on: { method: 'PATCH', path: ONE_FITTING },
      nth: 1,
      kind: 'tooMany',
      retryAfter: 300,
    });
    await desk.pass(12 * SECOND);
    const asked = desk.requests('PATCH').length;
    await priceOf(desk.writer, '15', 'ZAW-155');
    await desk.restart();
    await desk.pass(4 * MINUTE, 10 * SECOND);
    expect(desk.requests('PATCH')).toHaveLength(asked);
    await desk.pass(2 * MINUTE, 10 * SECOND);
    expect(desk.writer.ws.operations.countOpen()).toBe(0);
  });

  it('waits longer each time while the service fails', async () => {
    const { writer, service, pass, requests } = await openAutomatic({
      autoSend: 'online',
      inFlightWindowSeconds: 0,
    });
    service.addFault({
      on: { method: 'GET', path: ONE_FITTING },
      kind: 'status',
      status: 503,
    });
    await priceOf(writer, '9.25');
    await pass(10 * MINUTE, 5 * SECOND);
    expect(requests('PATCH')).toHaveLength(0);
    const reads = requests('GET').filter(({ path }) => ONE_FITTING.test(path)).length;
    expect(reads).toBeGreaterThan(2);
    expect(reads).toBeLessThan(30);
    service.clearFaults();
    await pass(10 * MINUTE, 5 * SECOND);
    expect(writer.ws.operations.countOpen()).toBe(0);
    expect(requests('PATCH')).toHaveLength(1);
  });

  it('sends at reconnection and after the computer slept', async () => {
    const { writer, line, clock, pass, settle, price } = await openAutomatic();
    line.isUp = false;
    await pass(4 * SECOND);
    await priceOf(writer, '9.25');
    await pass(MINUTE, 4 * SECOND);
    expect(price()).toBe('8.90');
    line.isUp = true;
    await pass(5 * SECOND);
    expect(price()).toBe('9.25');
    await priceOf(writer, '9.35');
    // Asleep: the wall clock goes on, the monotonic clock and all timers stand still.
    clock.set(clock.now() + 60 * MINUTE);
    await writer.handlers['connection.check']({});
    await writer.handlers['sync.automatic']({});
    await settle();
    await pass(5 * SECOND);
    expect(price()).toBe('9.35');
  });

  it('sends nothing signed out, and goes on by itself after the next sign-in', async () => {
    const { writer, service, pass, price } = await openAutomatic();
    service.revokeTokens();
    await priceOf(writer, '9.25');
    await pass(12 * SECOND);
    const before = service.log.length;
    await pass(10 * MINUTE, 20 * SECOND);
    expect(service.log.length - before).toBeLessThan(3);
    await writer.handlers['session.login']({ url: service.url, ...ACCOUNT });
    await pass(2 * SECOND);
    expect(price()).toBe('9.25');
  });
});

describe('the offer of automatic sending', () => {
  it('is made once, after the first Send that sent something', async () => {
    const { writer } = await openAutomatic({});
    const send = () => writer.handlers['sync.push']({ patience: 0 });
    const offers = () => noticesOf(writer.ws.work).filter(({ code }) => code === 'offer-auto-send');
    await send();
    expect(offers()).toHaveLength(0);
    await priceOf(writer, '9.25');
    await send();
    const seen = offers();
    expect(seen).toHaveLength(1);
    await writer.handlers['notices.dismiss']({ seen });
    await priceOf(writer, '9.35');
    await send();
    expect(offers()).toHaveLength(0);
  });

  it('is not made where the setting is on already', async () => {
    const { writer } = await openAutomatic();
    await priceOf(writer, '9.25');
    await writer.handlers['sync.push']({ patience: 0 });
    expect(noticesOf(writer.ws.work)).toEqual([]);
  });
});

describe('the mode', () => {
  it.each(['paused', 'offline'] as const)(
    '%s holds until it is ended, also after a restart',
    async (mode) => {
      const desk = await openAutomatic();
      await desk.writer.handlers['sync.automatic']({ mode });
      await priceOf(desk.writer, '9.25');
      await desk.restart();
      await desk.pass(40 * MINUTE, MINUTE);
      expect(desk.price()).toBe('8.90');
      expect(desk.told.at(-1)?.mode ?? mode).toBe(mode);
      await desk.writer.handlers['sync.automatic']({ mode: 'on' });
      await desk.pass(2 * SECOND);
      expect(desk.price()).toBe('9.25');
    },
  );

  it('offline sends no request at all', async () => {
    const { writer, service, line, pass } = await openAutomatic();
    await writer.handlers['sync.automatic']({ mode: 'offline' });
    const before = service.log.length;
    await pass(MINUTE, 4 * SECOND);
    line.isUp = false;
    await pass(MINUTE, 4 * SECOND);
    line.isUp = true;
    await pass(40 * MINUTE, MINUTE);
    expect(await writer.handlers['connection.check']({})).toEqual({ state: 'unchecked' });
    expect(service.log).toHaveLength(before);
  });

  it('offline ends when the user sends', async () => {
    const { writer, price, told } = await openAutomatic();
    await writer.handlers['sync.automatic']({ mode: 'offline' });
    await priceOf(writer, '9.25');
    await writer.handlers['sync.push']({ patience: 0 });
    expect(price()).toBe('9.25');
    expect(told.at(-1)?.mode).toBe('on');
  });

  it('is paused by Stop during an automatic run', async () => {
    const { writer, service, clock, pass, told } = await openAutomatic({
      autoSend: 'online',
      concurrency: 1,
    });
    await priceOf(writer, '9.25');
    await priceOf(writer, '15', 'ZAW-155');
    let reached: () => void = () => undefined;
    const onItsWay = new Promise<void>((resolve) => (reached = resolve));
    service.addFault({
      on: { method: 'GET', path: ONE_FITTING },
      kind: 'hook',
      hook: (phase) => (phase === 'before' ? reached() : undefined),
    });
    clock.advance(10 * SECOND);
    await onItsWay;
    await writer.handlers['sync.stop']({});
    expect(told.at(-1)?.mode).toBe('paused');
    await pass(5 * MINUTE, 10 * SECOND);
    expect(writer.ws.operations.countOpen()).toBe(1);
  });
});

describe('automatic refreshing', () => {
  const lists = (desk: Awaited<ReturnType<typeof openAutomatic>>) =>
    desk.requests('GET').filter(({ path }) => path.endsWith('/materials')).length;

  it('refreshes every so many minutes, spread by up to a tenth', async () => {
    const desk = await openAutomatic({ refreshMinutes: 10 });
    const before = lists(desk);
    await desk.pass(10 * MINUTE, 30 * SECOND);
    expect(lists(desk)).toBe(before);
    await desk.pass(MINUTE, 10 * SECOND);
    const once = lists(desk);
    expect(once).toBeGreaterThan(before);
    await desk.pass(9 * MINUTE, 30 * SECOND);
    expect(lists(desk)).toBe(once);
    await desk.pass(2 * MINUTE, 10 * SECOND);
    expect(lists(desk)).toBeGreaterThan(once);
  });

  it('never refreshes with 0', async () => {
    const desk = await openAutomatic({ refreshMinutes: 0 });
    const before = lists(desk);
    await desk.pass(24 * 60 * MINUTE, 10 * MINUTE);
    expect(lists(desk)).toBe(before);
  });

  it('still refreshes when the wall clock was set back by a year', async () => {
    const desk = await openAutomatic({ refreshMinutes: 10 });
    desk.clock.set(desk.clock.now() - 365 * 24 * 60 * MINUTE);
    const before = lists(desk);
    await desk.pass(12 * MINUTE, 30 * SECOND);
    expect(lists(desk)).toBeGreaterThan(before);
  });
});
