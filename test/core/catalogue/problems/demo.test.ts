import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Rule } from '#contract/problems.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { openCore } from '#core/app/core.ts';
import { DEMO_ACCOUNT, startDemo } from '#reference/demo.ts';
import { testPlatform } from '../../../support/platform.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const DEMO = path.resolve(import.meta.dirname, '../../../../resources/demo');

/** The rule that is to find each of the faults that were planted in the demo catalogue. */
const RULE_OF: Readonly<Record<string, Rule>> = {
  'missing-picture': 'no-picture',
  'missing-model': 'no-model',
  'file-not-held': 'file-not-held',
  'price-zero': 'price-zero',
  'price-missing': 'price-missing',
  'unknown-material': 'unknown-material',
  'unknown-fitting': 'unknown-fitting',
  'size-missing': 'size-missing',
  'stock-below-limit': 'stock-low',
  'unknown-status': 'unknown-status',
  'wrong-type': 'wrong-type',
  'duplicate-code': 'same-code',
  'near-duplicate-name': 'near-name',
};
const planted = z.array(z.object({ kind: kindSchema, fault: z.string(), id: z.string() }));

function faults() {
  const text = fs.readFileSync(path.join(DEMO, 'faults.json'), 'utf8');
  return planted
    .parse(JSON.parse(text))
    .map(({ kind, id, fault }) => `${RULE_OF[fault] ?? fault} ${kind} ${id}`)
    .toSorted();
}

async function openDemo() {
  const service = await startDemo(DEMO);
  const core = openCore(testPlatform(tempFolder()));
  onTestFinished(async () => {
    await core.close();
    await service.close();
  });
  await core.call('session.login', { url: service.url, ...DEMO_ACCOUNT });
  await core.call('sync.pull', {});
  await core.call('problems.check', {});
  return core;
}

describe('the problems of the demo catalogue', () => {
  it('are the planted ones and no others, once the service was asked for the files', async () => {
    const core = await openDemo();
    const found = async () => {
      const { problems } = await core.call('problems.list', { limit: 10_000 });
      return problems.map(({ rule, kind, id }) => `${rule} ${kind} ${id}`).toSorted();
    };
    const withoutFiles = faults().filter((fault) => !fault.startsWith('file-not-held'));
    expect(await found(), 'what nobody asked for is never guessed').toEqual(withoutFiles);
    await core.call('problems.checkFiles', {});
    await core.call('problems.check', {});
    expect(await found()).toEqual(faults());
  });

  it('are counted by rule and kind, and the kinds say how complete they are', async () => {
    const core = await openDemo();
    const { counts, completeness, checking } = await core.call('problems.counts', {});
    expect(checking).toBeNull();
    expect(counts.find(({ rule, kind }) => rule === 'price-zero' && kind === 'fittings')).toEqual({
      rule: 'price-zero',
      kind: 'fittings',
      severity: 'error',
      count: 2,
      hidden: 0,
      fixable: 0,
    });
    expect(completeness.find(({ kind }) => kind === 'fittings')?.records).toBe(327);
    for (const { filled, wanted } of completeness) {
      expect(filled / wanted).toBeGreaterThan(0.9);
      expect(filled).toBeLessThan(wanted + 1);
    }
  });
});
