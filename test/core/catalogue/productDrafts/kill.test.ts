import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { bundled } from '../../../support/bundled.ts';
import { testRandom } from '../../../support/platform.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const KILLS = 12;
const TYPING = 'test/core/catalogue/productDrafts/typing.ts';

/** Holds the acknowledged work: the newest text of each plan and the queued plans. */
interface Seen {
  readonly typed: Map<string, string>;
  readonly queued: Set<string>;
}

async function typeAndKill(args: readonly string[], after: number, seen: Seen) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const [what = '', plan = '', code = ''] = line.split(' ');
    if (what === 'ready') setTimeout(() => child.kill('SIGKILL'), after);
    if (what === 'typed') seen.typed.set(plan, code);
    if (what === 'queued') seen.queued.add(plan);
  }
  await ended;
}

describe('a plan and a killed process', () => {
  it('keeps every keystroke that was acknowledged, and is never queued twice', async () => {
    const dataDir = tempFolder();
    const seen: Seen = { typed: new Map(), queued: new Set() };
    const random = testRandom(7);
    const typing = await bundled(TYPING);
    for (let round = 0; round < KILLS; round += 1) {
      const args = [typing, dataDir, String(round)];
      await typeAndKill(args, Math.round(random.fraction() * 250), seen);
    }
    const core = openCore(nodePlatform({ dataDir, log: () => undefined }));
    try {
      expect(seen.typed.size).toBeGreaterThan(KILLS);
      for (const [plan, code] of seen.typed) {
        const { draft, group } = await core.call('productDrafts.get', { plan });
        const kept = String(draft.parts[0]?.values['code']);
        // The kill may have come after the disk and before the answer: one letter more, never less.
        expect(kept.startsWith(code) && kept.length <= code.length + 1, `${kept} for ${code}`).toBe(
          true,
        );
        if (seen.queued.has(plan)) expect(group).not.toBeNull();
        // A code that two rounds may both have typed can be queued only once.
        if (kept === code && group === null && /^PLAN-\d+-/.test(kept)) {
          const again = await core.call('productDrafts.queue', { plan });
          expect(again.steps).toHaveLength(1);
        }
      }
      const { operations } = await core.call('outbox.list', {});
      const groups = operations.map(({ group }) => group);
      expect(new Set(groups).size).toBe(groups.length);
      const codes = operations.map(({ key }) => key);
      expect(new Set(codes).size).toBe(codes.length);
    } finally {
      await core.close();
    }
  }, 120_000);
});
