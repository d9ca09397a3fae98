import { describe, expect, it } from 'vitest';
import { gapsIn } from './lanes.ts';
import { NOTHING } from './jobs.ts';
import { PLANTED } from './planted.ts';
import { holds, page } from './report.ts';
import type { Report } from './report.ts';
import { runPlan } from './run.ts';
import { masked, NO_MASK, planOf, readReplay, spellReplay } from './schedule.ts';
import { firstViolation, shrink } from './shrink.ts';
import { makeTemplate } from './template.ts';

const template = makeTemplate();

async function traceOf(seed: number): Promise<string[]> {
  const lines: string[] = [];
  await runPlan(planOf(seed), template, {}, (line) => lines.push(line));
  return lines;
}

describe('a schedule', () => {
  it('takes the same course every time, to the last byte on the wire', async () => {
    const [once, again] = [await traceOf(11), await traceOf(11)];
    expect(once.length).toBeGreaterThan(50);
    expect(again).toEqual(once);
    expect(await traceOf(12)).not.toEqual(once);
  });

  it('is spelled as one word, with what is left out of it', () => {
    const mask = { steps: [0, 3], faults: ['ghost'], late: ['undo'] } as const;
    expect(readReplay(spellReplay(4711, mask))).toEqual({ seed: 4711, mask });
    expect(readReplay('4711')).toEqual({ seed: 4711, mask: NO_MASK });
    const plan = planOf(4711);
    expect(masked(plan, { ...NO_MASK, steps: [0] }).steps).toEqual(plan.steps.slice(1));
    expect(() => readReplay('all')).toThrow('a replay is a seed');
  });

  it('that fails is shortened to the steps that matter', async () => {
    const plant = PLANTED['the outbox is not synced at a commit'] ?? {};
    const mask = await shrink(6, template, plant);
    const left = masked(planOf(6), mask).steps.map(({ action }) => action);
    expect(left).toContain('power');
    expect(left.length).toBeLessThan(planOf(6).steps.length / 2);
    expect(await firstViolation(6, mask, template, plant)).toBe('I1');
    expect(await firstViolation(6, mask, template)).toBeNull();
  }, 120_000);
});

describe('a report', () => {
  const report: Report = {
    lane: 'push',
    at: '2026-11-20',
    seconds: 1,
    seeds: [],
    regressions: 0,
    processKills: 0,
    tally: NOTHING,
    gaps: [],
  };

  it('holds only without violations, with every planted weakness found and everything reached', () => {
    const failure = { replay: '7:1.2', invariant: 'I2', text: 'twice' };
    const hidden = { name: 'a weakness', after: null, invariant: null, replay: null };
    expect(holds(report)).toBe(true);
    expect(holds({ ...report, tally: { ...NOTHING, failures: [failure] } })).toBe(false);
    expect(holds({ ...report, tally: { ...NOTHING, planted: [hidden] } })).toBe(false);
    expect(holds({ ...report, gaps: ['fault: ghost'] })).toBe(false);
    expect(page({ ...report, tally: { ...NOTHING, failures: [failure] } })).toContain(
      '`7:1.2` I2: twice',
    );
  });

  it('names what a long run never reached, and asks nothing of a short one', () => {
    expect(gapsIn({ ...NOTHING, schedules: 100 })).toEqual([]);
    const gaps = gapsIn({ ...NOTHING, schedules: 5_000, coverage: [['fault: ghost', 10]] });
    expect(gaps).toContain('fault: slow');
    expect(gaps).not.toContain('fault: ghost');
  });
});
