import { expect } from '@playwright/test';
import { test } from '#test/support/app.ts';
import { chanceOf, mixSeed } from '#test/simulation/random.ts';
import { oddities } from './support/oddities.ts';
import { wander } from './support/wander.ts';

const { CABINET_WALKS: more, CABINET_STEPS: longer, CABINET_SEED: first } = process.env;
const STEPS = Number(longer ?? 60);
const SEEDS = Array.from({ length: Number(more ?? 1) }, (_, n) => Number(first ?? 1) + n);

for (const desk of ['ready', 'staged'] as const)
  test.describe(`hands that do anything anywhere, with a desk that is ${desk}`, () => {
    test.use({ desk });
    for (const seed of SEEDS)
      test(`meet nothing that fails, reads wrong or lies out of reach: ${seed}`, async ({
        app: { page, faults, violations },
        service,
      }, info) => {
        test.setTimeout(60_000 + STEPS * 1000);
        const chance = chanceOf(mixSeed(seed, desk.length));
        const done: string[] = [];
        const odd = new Set<string>();
        try {
          for (let step = 0; step < STEPS; step++) {
            done.push(await wander(page, service, chance));
            if (step % 5 !== 0) continue;
            // A step that chose another profile has reloaded the page, so the first call may fail.
            const seen = await oddities(page).catch(() => oddities(page));
            for (const each of seen) odd.add(`${each}, after step ${step}`);
          }
        } finally {
          await info.attach('what the hands did', { body: done.join('\n') });
        }
        expect([...odd]).toEqual([]);
        expect(faults).toEqual([]);
        expect(await violations()).toEqual([]);
      });
  });

test('what fails so is seen: what was not worded, lies out of reach, or is cut off', async ({
  app: { page },
}) => {
  expect(await oddities(page)).toEqual([]);
  await page.evaluate(() => {
    const put = (text: string, css: string) => {
      const each = document.createElement('div');
      each.textContent = text;
      each.style.cssText = css;
      document.querySelector('main')?.append(each);
    };
    put('outbox.toolbar.lost', '');
    put('beyond', 'position: fixed; left: -90px; top: 10px; width: 100px; height: 20px');
    put('a long text', 'width: 20px; height: 20px; overflow: hidden; white-space: nowrap');
  });
  expect(await oddities(page)).toEqual([
    expect.stringContaining('outbox.toolbar.lost'),
    expect.stringMatching(/^out of reach: .*beyond/u),
    expect.stringMatching(/^cut: .*a long text/u),
  ]);
});
