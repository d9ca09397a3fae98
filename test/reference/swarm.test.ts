import { describe, expect, it } from 'vitest';
import type { RandomFaults } from '#reference/wire/faults.ts';
import { send, sessionOf, signIn } from './harness.ts';

const PATH = '/adminapi/fittings';

describe.each([1, 2, 3])('under every failure at random, seed %i', (seed) => {
  const rates: RandomFaults['rates'] = {
    resetBefore: 0.06,
    lostAnswer: 0.06,
    ghost: 0.06,
    duplicate: 0.06,
    status: 0.06,
    appliedStatus: 0.06,
    html: 0.06,
    truncated: 0.06,
    truncatedJson: 0.06,
    redirect: 0.06,
    slow: 0.06,
    unauthorized: 0.06,
    tooMany: 0.06,
    garbage: 0.06,
  };

  it('the state holds exactly what the log says was applied', async () => {
    const random: RandomFaults = { seed, rates, delayMs: 5, on: { path: PATH } };
    const { reference, token } = await signIn({
      faults: { random },
      variant: { uniqueKod: true },
    });
    const { call } = sessionOf(reference, token);
    for (let n = 0; n < 150; n += 1)
      await call('POST', PATH, { name: `n${n}`, kod: `K${n}` }).catch(() => undefined);
    await reference.settled();
    const sent = reference.log.filter((one) => one.path === PATH);
    expect(sent).toHaveLength(150);
    const applied = sent.filter((one) => one.applied).map((one) => one.body);
    expect(applied.length).toBeLessThan(150);
    const stored = reference.state.all('fittings').map(({ _id, ...rest }) => rest);
    expect(new Set(stored)).toEqual(new Set(applied));
    expect(stored).toHaveLength(applied.length);
    const alive = await send(reference.url, 'GET', '/adminapi/products', {}, null);
    expect(alive.status).toBe(401);
  });
});
