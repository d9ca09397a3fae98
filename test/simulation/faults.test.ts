import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';

const textOf = (name: string) => fs.readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const kind = z.enum(['twice', 'lost', 'overwritten', 'hidden', 'record', 'stuck']);
const run = z.strictObject({
  schedules: z.int().positive(),
  seeds: z.string(),
  kind: z.string(),
  found: z.string(),
});
const found = z
  .strictObject({
    runs: z.array(run),
    seeds: z.array(z.strictObject({ seed: z.int(), kind, wrong: z.string() })),
    readings: z.array(
      z.strictObject({ by: z.string(), kind, wrong: z.string(), test: z.string() }),
    ),
  })
  .parse(JSON.parse(textOf('test/simulation/faults.json')));

describe('the list of faults', () => {
  it.each(found.readings)('names a test that is there: $test', ({ test }) => {
    expect(fs.existsSync(new URL(`../../${test}`, import.meta.url))).toBe(true);
  });

  it.each(kind.options)('has as many faults of the class %s as the page says', (each) => {
    const count = (faults: readonly { kind: string }[]) =>
      faults.filter((fault) => fault.kind === each).length;
    const row = new RegExp(`^\\| \`${each}\` .*\\|\\s+(\\d+) \\|\\s+(\\d+) \\|$`, 'm');
    const [, bySeeds, byReading] = row.exec(textOf('docs/proof.md')) ?? [];
    expect({ bySeeds, byReading }).toEqual({
      bySeeds: String(count(found.seeds)),
      byReading: String(count(found.readings)),
    });
  });
});
