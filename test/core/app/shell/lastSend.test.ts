import { describe, expect, it } from 'vitest';
import type { Settings } from '#contract/procedures.ts';
import { dispatcher } from '#contract/rpc/serve.ts';
import { sendBeforeQuit } from '#core/app/shell/lastSend.ts';
import type { Core } from '#core/app/coreApi.ts';
import { openAutomatic, priceOf } from '../../sync/automaticDesk.ts';

/** A desk with one pending change, and what its shell asks and shows. */
async function openPending(sendOnQuit: Settings['sendOnQuit'], agrees: boolean | null = true) {
  const desk = await openAutomatic({ autoSend: 'off', sendOnQuit });
  const { writer, clock } = desk;
  await priceOf(writer, '9.25');
  const said: string[] = [];
  const settings = { 'settings.get': () => writer.ws.settings.all() };
  const dispatch = dispatcher({ ...writer.handlers, ...settings });
  const call = ((name: string, input: unknown) => dispatch(name, input)) as Core['call'];
  const sessionEnd = new AbortController();
  const never = new Promise<never>(() => {});
  const quit = (show: (over: AbortSignal) => Promise<void> = () => never) =>
    sendBeforeQuit(
      { call },
      {
        clock,
        log: (_level, sentence) => said.push(sentence),
        ask: (count) => {
          said.push(`send ${count}?`);
          if (agrees === null) sessionEnd.abort();
          return agrees === null ? never : Promise.resolve(agrees);
        },
        show: (_count, over) => {
          said.push('sending');
          return show(over);
        },
        sessionEnd: sessionEnd.signal,
      },
    );
  return { ...desk, desk, said, quit, endSession: () => sessionEnd.abort() };
}

describe('closing with pending changes', () => {
  it.each([
    ['always', true, ['sending'], 1],
    ['ask', true, ['send 1?', 'sending'], 1],
    ['ask', false, ['send 1?'], 0],
    // The session of the system ends behind the question.
    ['ask', null, ['send 1?'], 0],
    ['never', true, [], 0],
  ] as const)('sends them as the setting says: %s, %s', async (mode, agrees, expected, sent) => {
    const { quit, said, requests } = await openPending(mode, agrees);
    await quit();
    expect(said).toEqual(expected);
    expect(requests('PATCH')).toHaveLength(sent);
  });

  it.each(['paused', 'offline'] as const)('does not ask while the user is %s', async (mode) => {
    const { quit, said, writer } = await openPending('ask');
    await writer.handlers['sync.automatic']({ mode });
    await quit();
    expect(said).toEqual([]);
  });

  it('neither counts nor sends changes behind one that waits for a decision', async () => {
    const { quit, said, writer } = await openPending('always');
    await priceOf(writer, '15', 'ZAW-155');
    const [first, second] = writer.ws.operations.open();
    writer.ws.work
      .prepare('INSERT INTO dependency (seq, needs) VALUES (?, ?)')
      .run(second?.seq, first?.seq);
    expect(await writer.handlers['sync.ready']({})).toEqual({ count: 2 });
    for (const state of ['held', 'refused', 'conflict', 'discarded']) {
      writer.ws.work.prepare('UPDATE operation SET state = ? WHERE seq = ?').run(state, first?.seq);
      expect(await writer.handlers['sync.ready']({})).toEqual({ count: 0 });
    }
    await quit();
    expect(said).toEqual([]);
  });

  it('does not ask while the service does not answer, nor without anything to send', async () => {
    const { quit, said, writer, service } = await openPending('ask');
    await service.close();
    await writer.handlers['connection.check']({});
    await quit();
    expect(said).toEqual([]);
    const empty = await openAutomatic({ autoSend: 'off' });
    expect(await empty.writer.handlers['sync.ready']({})).toEqual({ count: 0 });
  });

  it.each(['the user closes now', 'a minute has passed', 'the session ends'])(
    'ends when %s, and the change arrives once',
    async (why) => {
      const { desk, said, quit, endSession } = await openPending('always');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let isAsked = () => {};
      const asked = new Promise<void>((resolve) => {
        isAsked = resolve;
      });
      desk.service.addFault({
        on: { method: 'PATCH' },
        kind: 'hook',
        hook: async (phase) => {
          isAsked();
          if (phase === 'before') await held;
        },
      });
      const byUser = why === 'the user closes now';
      const quitting = quit(byUser ? () => asked : undefined);
      await asked;
      if (why === 'a minute has passed') desk.clock.advance(60_000);
      if (why === 'the session ends') endSession();
      await quitting;
      expect(said).toEqual(['sending']);
      expect(desk.price()).toBe('8.90');
      release();
      await desk.restart();
      expect(desk.price()).toBe('9.25');
      await desk.writer.handlers['sync.push']({ patience: 0 });
      expect(desk.requests('PATCH')).toHaveLength(1);
      expect(desk.writer.ws.operations.open()).toEqual([]);
    },
  );
});
