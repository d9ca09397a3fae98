import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { startReference } from '#reference/server.ts';
import { ACCOUNT, SEED } from '../../support/desk.ts';
import { bundled } from '../../support/bundled.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const ROWS = 1_600;
const WORKLOAD = 'test/core/changesets/queueWorkload.ts';

/** Runs the workload and kills it when it has queued so many rows; false when it ended before. */
async function killAfter(rows: number, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, value] = line.split(' ');
    if (what === 'queued' && Number(value) >= rows) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  return signal === 'SIGKILL';
}

describe('a killed import', () => {
  it('goes on at the next start, queues every row once, and is one group that Undo takes back', async () => {
    const dataDir = path.join(tempFolder(), 'data');
    const service = await startReference({ seed: SEED, account: ACCOUNT });
    const open = () => openCore(nodePlatform({ dataDir, log: () => {} }));
    const first = open();
    await first.call('session.login', { url: service.url, ...ACCOUNT });
    await first.call('sync.pull', {});
    await first.close();
    const sheet = path.join(dataDir, 'big.csv');
    const lines = Array.from({ length: ROWS }, (_, index) => `K-${index};Nowy ${index};1,50`);
    fs.writeFileSync(sheet, ['kod;name;price', ...lines, ''].join('\n'));
    const workload = await bundled(WORKLOAD);
    expect(await killAfter(400, [workload, dataDir, sheet])).toBe(true);
    // The process is killed again while it queues the remaining rows.
    expect(await killAfter(400, [workload, dataDir])).toBe(true);
    const core = open();
    const whole = new Promise<void>((resolve) => core.on('groups.changed', () => resolve()));
    // Until all of it is there, none of it is sent.
    expect((await core.call('groups.list', {})).groups).toMatchObject([{ state: 'queueing' }]);
    await whole;
    const { groups } = await core.call('groups.list', {});
    expect(groups).toMatchObject([{ state: 'queued', label: { code: 'import', count: ROWS } }]);
    const { operations } = await core.call('outbox.list', {});
    expect(operations).toHaveLength(ROWS);
    expect(new Set(operations.map(({ key }) => key)).size).toBe(ROWS);
    const { plan } = await core.call('undo.plan', {});
    expect(await core.call('changesets.queue', { plan })).toMatchObject({ queued: ROWS, left: 0 });
    expect((await core.call('outbox.list', {})).operations).toEqual([]);
    expect(service.state.all('fittings')).toHaveLength(SEED.fittings.length);
    await core.close();
    await service.close();
  }, 120_000);
});
