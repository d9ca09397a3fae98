import path from 'node:path';
import fs from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../support/desk.ts';
import { testClock, testPlatform } from '../support/platform.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { openProxy } from './cuttingProxy.ts';
import type { Spoil } from './cuttingProxy.ts';

async function behindProxy() {
  const folder = tempFolder();
  const service = await startReference({
    seed: SEED,
    account: ACCOUNT,
    variant: { uniqueKod: false },
  });
  const proxy = await openProxy(service.url);
  const clock = testClock();
  const core = openCore(testPlatform(path.join(folder, 'data'), { clock }));
  onTestFinished(async () => {
    await core.close();
    await proxy.close();
    await service.close();
  });
  await core.call('session.login', { url: proxy.url, ...ACCOUNT });
  await core.call('sync.pull', {});
  fs.writeFileSync(path.join(folder, 'a.svg'), '<svg/>');
  let made = 0;
  /** Queues a fitting with a picture and a change of another one. */
  const work = async () => {
    made += 1;
    const kod = `P-${made}`;
    const { file } = await core.call('files.stage', {
      path: path.join(folder, 'a.svg'),
      kind: 'fittings',
      field: 'images',
    });
    await core.call('records.create', {
      kind: 'fittings',
      values: { kod, name: `Zawias ${made}`, price: '1' },
      files: [{ field: 'images', file }],
    });
    await core.call('records.update', {
      kind: 'fittings',
      ref: 'ZAW-110',
      values: { price: `${made}.25` },
      files: [],
    });
    return { kod, price: made + 0.25 };
  };
  /** Sends over the faulty line, then over a clear one after the settle window. */
  const sendThrough = async (spoil: Spoil) => {
    proxy.set(spoil);
    await core.call('sync.push', { patience: 0 }).catch(() => undefined);
    proxy.set({ how: 'none' });
    for (let i = 0; i < 8; i += 1) {
      clock.advance(700_000);
      const { waiting, unknown } = await core.call('sync.push', { patience: 0 });
      if (waiting + unknown === 0) return;
    }
  };
  const expectOnce = ({ kod, price }: { kod: string; price: number }, what: string) => {
    const fittings = service.state.all('fittings');
    expect(
      fittings.filter((each) => each['kod'] === kod),
      `${what}: ${kod}`,
    ).toHaveLength(1);
    expect(Number(fittings.find((each) => each['kod'] === 'ZAW-110')?.['price']), what).toBe(price);
  };
  return { core, proxy, work, sendThrough, expectOnce };
}

describe('a line that breaks', () => {
  for (const side of ['request', 'answer'] as const)
    it(`at any byte of the ${side}: everything arrives exactly once`, async () => {
      const { proxy, work, sendThrough, expectOnce } = await behindProxy();
      expectOnce(await workThrough(work, sendThrough, { how: 'none' }), 'a clear line');
      const length = proxy.seen[side];
      const step = Math.max(1, Math.floor(length / 40));
      for (let at = 0; at < length; at += step)
        expectOnce(
          await workThrough(work, sendThrough, { how: 'cut', side, at }),
          `cut at ${at} of ${length}`,
        );
    }, 180_000);

  it('into single bytes: everything arrives exactly once', async () => {
    const { work, sendThrough, expectOnce } = await behindProxy();
    expectOnce(await workThrough(work, sendThrough, { how: 'drip', bytes: 1 }), 'a drip');
  }, 60_000);

  it('into a page to sign in on: nothing is taken for sent, and later everything arrives once', async () => {
    const { core, work, proxy, sendThrough, expectOnce } = await behindProxy();
    const wanted = await work();
    proxy.set({ how: 'portal' });
    const before = await core.call('sync.push', { patience: 0 });
    expect(before.done).toBe(0);
    await sendThrough({ how: 'portal' });
    expectOnce(wanted, 'after the portal');
  }, 60_000);
});

async function workThrough(
  work: () => Promise<{ kod: string; price: number }>,
  send: (spoil: Spoil) => Promise<void>,
  spoil: Spoil,
) {
  const wanted = await work();
  await send(spoil);
  return wanted;
}
