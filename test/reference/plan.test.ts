import { describe, expect, it } from 'vitest';
import type { FaultPlan, FaultTarget } from '#reference/wire/faults.ts';
import type { LoggedRequest } from '#reference/wire/log.ts';
import { Plan } from '#reference/wire/plan.ts';
import { seeded } from '#reference/wire/random.ts';

const request = (method: string, path: string): LoggedRequest => ({
  at: '',
  method,
  path,
  query: {},
  status: 0,
  applied: false,
  authorization: true,
});

/** Returns the faults that decide `count` equal requests. */
function fates(plan: FaultPlan, count: number): (string | undefined)[] {
  const decided = new Plan(plan);
  return Array.from({ length: count }, () => decided.fateOf(request('GET', '/a')).failure?.kind);
}

describe('which requests a fault is for', () => {
  const cases: [FaultTarget, boolean][] = [
    [{}, true],
    [{ method: 'patch' }, true],
    [{ method: 'GET' }, false],
    [{ path: '/a/b' }, true],
    [{ path: '/a' }, false],
    [{ path: /^\/a\// }, true],
    [{ path: /b$/g }, true],
    [{ method: 'PATCH', path: /c/ }, false],
  ];
  it.each(cases)('%j: %s', (on, expected) => {
    const plan = new Plan({ list: [{ on, kind: 'html' }] });
    for (let n = 0; n < 2; n += 1)
      expect(plan.fateOf(request('PATCH', '/a/b')).failure !== undefined).toBe(expected);
  });
});

describe('when a fault happens', () => {
  const html = { on: {}, kind: 'html' } as const;
  const x = 'html';
  const o = undefined;

  it.each([
    [{}, [x, x, x, x, x]],
    [{ times: 2 }, [x, x, o, o, o]],
    [{ nth: 2 }, [o, x, o, o, o]],
    [{ nth: 2, times: 3 }, [o, x, x, x, o]],
  ])('%j', (when, expected) => {
    expect(fates({ list: [{ ...html, ...when }] }, 5)).toEqual(expected);
  });

  it('the first that is due decides, the next one keeps its turn', () => {
    const list = [
      { ...html, times: 1 },
      { on: {}, kind: 'duplicate', times: 1 },
    ] as const;
    expect(fates({ list }, 3)).toEqual(['html', 'duplicate', undefined]);
  });

  it('hooks and delays go together with a deciding one', () => {
    const hook = (): void => undefined;
    const list = [
      { on: {}, kind: 'hook', hook },
      { on: {}, kind: 'slow', delayMs: 5 },
      html,
      { on: {}, kind: 'slow', delayMs: 7 },
    ] as const;
    const fate = new Plan({ list }).fateOf(request('GET', '/'));
    expect(fate).toEqual({ hooks: [hook], delayMs: 12, failure: html });
  });

  it('nothing does once the plan is cleared', () => {
    const plan = new Plan({ list: [html], random: { seed: 1, rates: { html: 1 } } });
    plan.clear();
    expect(plan.fateOf(request('GET', '/')).failure).toBeUndefined();
  });
});

describe('random faults', () => {
  const random = { seed: 7, rates: { html: 0.2, lostAnswer: 0.1, timeout: 0.1 } };

  it('repeat with their seed and differ with another', () => {
    const once = fates({ random }, 200);
    expect(fates({ random }, 200)).toEqual(once);
    expect(fates({ random: { ...random, seed: 8 } }, 200)).not.toEqual(once);
  });

  it('come about as often as asked', () => {
    const all = fates({ random }, 20_000);
    const share = (kind?: string): number => all.filter((one) => one === kind).length / all.length;
    expect(share('html')).toBeCloseTo(0.2, 1);
    expect(share('lostAnswer')).toBeCloseTo(0.1, 1);
    expect(share()).toBeCloseTo(0.6, 1);
  });

  it('keep to their requests', () => {
    const plan = new Plan({ random: { ...random, rates: { html: 1 }, on: { method: 'POST' } } });
    expect(plan.fateOf(request('GET', '/')).failure).toBeUndefined();
    expect(plan.fateOf(request('POST', '/')).failure?.kind).toBe('html');
  });

  it.each([
    'resetBefore',
    'lostAnswer',
    'ghost',
    'duplicate',
    'status',
    'appliedStatus',
    'html',
    'truncated',
    'truncatedJson',
    'redirect',
    'timeout',
    'unauthorized',
    'tooMany',
    'garbage',
  ] as const)('can be %s', (kind) => {
    expect(new Set(fates({ random: { seed: 1, rates: { [kind]: 1 } } }, 9))).toEqual(
      new Set([kind]),
    );
  });

  it('can be slow', () => {
    const plan = new Plan({ random: { seed: 1, rates: { slow: 1 }, delayMs: 10 } });
    const { delayMs, failure } = plan.fateOf(request('GET', '/'));
    expect([delayMs > 0, delayMs <= 10, failure]).toEqual([true, true, undefined]);
  });

  it('draw numbers from 0 to 1', () => {
    const next = seeded(42);
    const drawn = Array.from({ length: 1000 }, next);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn)).toBeLessThan(1);
    expect(new Set(drawn).size).toBe(1000);
  });
});
