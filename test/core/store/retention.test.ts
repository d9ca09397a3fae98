import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { kept } from '#core/store/retention.ts';
import type { KeptBackup } from '#core/store/retention.ts';

const [HOUR, DAY, WEEK] = [3_600_000, 86_400_000, 7 * 86_400_000];
const START = Date.UTC(2026, 0, 5);
const at = (time: number, isBeforeUpgrade = false): KeptBackup => ({
  name: `${time}${isBeforeUpgrade ? ' upgrade' : ''}`,
  time,
  isBeforeUpgrade,
});

describe('the backups that are kept', () => {
  it('are the newest three and the last of 6 hours, 7 days and 4 weeks', () => {
    const everyTenMinutes = Array.from({ length: 60 * 144 }, (_, n) => at(START + n * 600_000));
    const names = kept(everyTenMinutes);
    const times = [...names].map(Number).toSorted((a, b) => b - a);
    const newest = START + (60 * 144 - 1) * 600_000;
    expect(times[0]).toBe(newest);
    const hours = new Set(
      times.filter((t) => t >= newest - 5 * HOUR).map((t) => Math.floor(t / HOUR)),
    );
    const days = new Set(
      times.filter((t) => t >= newest - 6 * DAY).map((t) => Math.floor(t / DAY)),
    );
    const weeks = new Set(times.map((t) => Math.floor(t / WEEK)));
    expect([hours.size, days.size, weeks.size]).toEqual([6, 7, 4]);
    expect(names.size).toBeLessThanOrEqual(3 + 6 + 7 + 4);
  });

  it('always hold the newest, two from before an upgrade, and never more than 22', () => {
    const backup = fc.record({ hour: fc.integer({ min: 0, max: 5000 }), upgrade: fc.boolean() });
    fc.assert(
      fc.property(fc.array(backup, { minLength: 1, maxLength: 200 }), (made) => {
        const all = made.map(({ hour, upgrade }, n) => at(START + hour * HOUR + n, upgrade));
        const names = kept(all);
        const newest = all.toSorted((a, b) => b.time - a.time);
        expect(names.has(newest[0]?.name ?? '')).toBe(true);
        const upgrades = newest.filter((each) => each.isBeforeUpgrade).slice(0, 2);
        for (const each of upgrades) expect(names.has(each.name)).toBe(true);
        expect(names.size).toBeLessThanOrEqual(22);
      }),
    );
  });
});
