import { describe, expect, it } from 'vitest';
import { attentionText } from '#contract/attention.ts';
import type { Attention } from '#contract/attention.ts';
import { openAutomatic, priceOf, SECOND } from './automaticDesk.ts';

const ONE_FITTING = /\/fittings\/\w{24}$/;

/** A desk whose service refuses the price of the first `refused` updates. */
async function openRefusing(
  notifications: 'off' | 'counts' | 'names',
  refused = 1,
): ReturnType<typeof openAutomatic> {
  const desk = await openAutomatic({ autoSend: 'online', notifications });
  for (let nth = 1; nth <= refused; nth += 1)
    desk.service.addFault({
      on: { method: 'PATCH', path: ONE_FITTING },
      nth,
      kind: 'status',
      status: 400,
      message: 'The price is not allowed.',
    });
  return desk;
}

describe('a user who is not looking', () => {
  it('is told once at the end of a run that a change needs a decision', async () => {
    const { writer, pass, news } = await openRefusing('counts', 2);
    await priceOf(writer, '9.25');
    await priceOf(writer, '15', 'ZAW-155');
    await pass(12 * SECOND);
    expect(news).toEqual([{ code: 'decision', count: 2, names: [] }]);
    await writer.handlers['sync.pull']({});
    expect(news).toHaveLength(1);
  });

  it('is told again of a later change, and not of decisions', async () => {
    const { writer, pass, news, service } = await openRefusing('counts', 1);
    await priceOf(writer, '9.25');
    await pass(12 * SECOND);
    const refused = service.log.length;
    service.addFault({
      on: { method: 'PATCH', path: ONE_FITTING },
      kind: 'status',
      status: 400,
    });
    await priceOf(writer, '15', 'ZAW-155');
    await pass(12 * SECOND);
    expect(service.log.length).toBeGreaterThan(refused);
    expect(news.map((each) => each.code === 'decision' && each.count)).toEqual([1, 2]);
  });

  it('reads the codes of records only where the setting allows it', async () => {
    const { writer, pass, news } = await openRefusing('names');
    await priceOf(writer, '9.25');
    await pass(12 * SECOND);
    expect(news).toEqual([{ code: 'decision', count: 1, names: ['ZAW-110'] }]);
  });

  it('is told nothing when notifications are off', async () => {
    const { writer, pass, news, service } = await openRefusing('off');
    await priceOf(writer, '9.25');
    await pass(12 * SECOND);
    service.revokeTokens();
    await writer.handlers['connection.check']({});
    expect(news).toEqual([]);
  });

  it.each([
    [9 * SECOND, []],
    [11 * SECOND, [{ code: 'sent', left: 0 }]],
  ])('is told of the end of a push only when it was long: %i ms', async (took, expected) => {
    const { writer, clock, service, news } = await openAutomatic({ refreshMinutes: 0 });
    service.addFault({
      on: { method: 'PATCH', path: ONE_FITTING },
      kind: 'hook',
      hook: (phase) => {
        if (phase === 'before') clock.advance(took);
      },
    });
    await priceOf(writer, '9.25');
    await writer.handlers['sync.push']({ patience: 0 });
    expect(news).toEqual(expected);
  });

  it.each([
    ['stopped', []],
    ['refused', [{ code: 'signed-out' }]],
  ])('is not told that sending finished where it was %s', async (end, expected) => {
    const { writer, clock, service, news } = await openAutomatic({ refreshMinutes: 0 });
    service.addFault({
      on: { method: 'PATCH', path: ONE_FITTING },
      kind: 'hook',
      hook: (phase) => {
        if (phase !== 'before') return;
        clock.advance(11 * SECOND);
        if (end === 'refused') service.revokeTokens();
        else void writer.handlers['sync.stop']({});
      },
    });
    await priceOf(writer, '9.25');
    await writer.handlers['sync.push']({ patience: 0 });
    expect(news).toEqual(expected);
  });

  it('is not told of a short push because of a long pull beside it', async () => {
    const { writer, clock, service, news } = await openAutomatic({ refreshMinutes: 0 });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    service.addFault({
      on: { method: 'GET', path: /materials/ },
      kind: 'hook',
      hook: (phase) => (phase === 'before' ? held : undefined),
    });
    await priceOf(writer, '9.25');
    const pulled = writer.handlers['sync.pull']({ kinds: ['materials'] });
    await writer.handlers['sync.push']({ patience: 0 });
    clock.advance(11 * SECOND);
    release();
    await pulled;
    expect(news).toEqual([]);
  });

  it.each([
    ['<a href="https://x.example">A & B</a>', '‹a href="https://x.example"›A ＆ B‹/a›'],
    ['\u202eA\nB\u0007', 'A B'],
    ['A'.repeat(90_000), `${'A'.repeat(60)}…`],
  ])('is shown no markup and no long key: row %#', async (key, shown) => {
    const { writer, news, pass } = await openRefusing('names');
    await priceOf(writer, '9.25');
    writer.ws.work.prepare('UPDATE entity SET key = ?').run(key);
    await pass(12 * SECOND);
    expect(news).toMatchObject([{ code: 'decision', names: [shown] }]);
  });

  it('is told that the service ended the session', async () => {
    const { writer, service, news } = await openAutomatic({ refreshMinutes: 0 });
    service.revokeTokens();
    await writer.handlers['connection.check']({});
    expect(news).toEqual([{ code: 'signed-out' }]);
  });
});

describe('the words of a notification', () => {
  it.each<readonly [Attention, string, string]>([
    [
      { code: 'decision', count: 1, names: [] },
      '1 change needs a decision',
      '1 zmiana wymaga decyzji',
    ],
    [
      { code: 'decision', count: 3, names: [] },
      '3 changes need a decision',
      '3 zmiany wymagają decyzji',
    ],
    [
      { code: 'decision', count: 5, names: [] },
      '5 changes need a decision',
      '5 zmian wymaga decyzji',
    ],
    [{ code: 'sent', left: 2 }, 'Sending finished', 'Zakończono wysyłanie'],
    [{ code: 'signed-out' }, 'Signed out', 'Sesja wygasła'],
  ])('%j are in the language of the window', (attention, en, pl) => {
    expect(attentionText(attention, 'en').title).toBe(en);
    expect(attentionText(attention, 'pl').title).toBe(pl);
  });

  it('name a few records and say that there are more', () => {
    const body = (count: number) =>
      attentionText({ code: 'decision', count, names: ['A', 'B'] }, 'en').body;
    expect([body(2), body(3)]).toEqual(['A, B', 'A, B, …']);
  });
});
