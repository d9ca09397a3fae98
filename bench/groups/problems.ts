import path from 'node:path';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import type { BenchService } from '../service/start.ts';
import { median, timed, timedAs } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { checkedProfile, forgetNote } from '../tools/profile.ts';

const ROUNDS = 60;

/**
 * Measures every rule over the whole catalogue, and the check after one edit.
 *
 * After an edit only the affected records are checked again.
 */
export async function problemGroup(service: BenchService, folder: string): Promise<Values> {
  const dataDir = path.join(folder, 'cabinet');
  const file = await checkedProfile(dataDir, service);
  // The next check covers every record, as after an update with new rules.
  forgetNote(file, 'problems:version');
  // Reader and writer both run in this process, so its processor time is the time of the check.
  const core = openCore(nodePlatform({ dataDir, log: () => {} }));
  const whole = await timedAs('problems.all', async () => {
    await core.call('problems.check', {});
  });
  const { completeness, checking } = await core.call('problems.counts', {});
  if (checking !== null || completeness[0]?.records !== service.records)
    throw new Error('not every record was checked');
  const values = { ...whole, 'problems.edit': await editChecked(core) };
  await core.close();
  return values;
}

async function editChecked(core: Core): Promise<number> {
  const { ids } = await core.call('records.ids', { kind: 'fittings' });
  const times: number[] = [];
  for (const [at, ref] of ids.slice(0, ROUNDS).entries()) {
    const values = { price: `${at + 2}.25` };
    await core.call('records.update', { kind: 'fittings', ref, values, files: [] });
    times.push(await timed(() => core.call('problems.check', {})));
  }
  return median(times);
}
