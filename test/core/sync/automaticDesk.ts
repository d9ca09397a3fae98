import { onTestFinished } from 'vitest';
import type { Attention } from '#contract/attention.ts';
import type { Automatic } from '#contract/automatic.ts';
import { events } from '#contract/events.ts';
import type { Settings } from '#contract/procedures.ts';
import { openWriter } from '#core/app/writer.ts';
import type { Writer } from '#core/app/writer.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '#test/support/desk.ts';
import { heldClock } from '#test/support/heldClock.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** A writer that stays, signed in, with a catalogue, and with time in the test's hand. */
export async function openAutomatic(settings: Partial<Settings> = { autoSend: 'online' }) {
  const folder = tempFolder();
  const service = await startReference({ seed: SEED, account: ACCOUNT });
  const clock = heldClock();
  const line = { isUp: true, running: 'idle' };
  const told: Automatic[] = [];
  const news: Attention[] = [];
  const open = () => {
    const base = testPlatform(folder);
    const platform = {
      ...base,
      clock,
      random: { ...base.random, fraction: () => 0.5 },
      reach: () => Promise.resolve(line.isUp),
    };
    return openWriter(
      platform,
      (name, data) => {
        if (name === 'automatic.changed') told.push(events['automatic.changed'].parse(data));
        if (name === 'attention') news.push(events.attention.parse(data));
        if (name === 'sync.state') line.running = events['sync.state'].parse(data).running;
      },
      true,
    );
  };
  let writer = open();
  onTestFinished(async () => {
    await writer.close();
    await service.close();
  });
  await writer.handlers['session.login']({ url: service.url, ...ACCOUNT });
  await writer.handlers['sync.pull']({});
  await writer.handlers['settings.set']({ values: settings });
  /** Lets everything happen that is due, over the real network. */
  const settle = async () => {
    for (let turn = 0; turn < 12 || line.running !== 'idle'; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    await service.settled();
  };
  const pass = async (ms: number, step = SECOND) => {
    for (let left = ms; left > 0; left -= step) {
      clock.advance(Math.min(step, left));
      await settle();
    }
  };
  await writer.handlers['connection.check']({});
  await settle();
  const requests = (method: string) => service.log.filter((each) => each.method === method);
  return {
    get writer() {
      return writer;
    },
    /** Closes the profile, lets somebody else change its files, and opens it. */
    restart: async (between: () => void = () => {}) => {
      await writer.close();
      between();
      writer = open();
      await writer.handlers['connection.check']({});
      await settle();
    },
    service,
    clock,
    line,
    told,
    news,
    settle,
    pass,
    requests,
    writes: () =>
      service.log.filter(({ method }) => method === 'PATCH' || method === 'POST').length,
    price: () => service.state.all('fittings')[0]?.['price'],
  };
}

/** Changes the price of a fitting. */
export async function priceOf(writer: Writer, price: string, ref = 'ZAW-110') {
  await writer.handlers['records.update']({ kind: 'fittings', ref, values: { price }, files: [] });
}

/** Signs in as somebody else would, and returns the token. */
export async function tokenOf(url: string): Promise<string> {
  const response = await fetch(`${url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  });
  const body: { accessToken: string } = JSON.parse(await response.text());
  return body.accessToken;
}
