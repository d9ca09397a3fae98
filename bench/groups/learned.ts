import path from 'node:path';
import Database from 'better-sqlite3';
import { openCore } from '#core/app/core.ts';
import type { Core } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { digestOf } from '#core/record/digest.ts';
import type { BenchService } from '../service/start.ts';
import { median, rounds, timed, timedAs } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';
import { fittingAt } from '../service/catalogue.ts';
import { checkedProfile, forgetNote } from '../tools/profile.ts';

const ROUNDS = 60;

/** Measures the count of what all records have in common, its update, and its answers. */
export async function learnedGroup(service: BenchService, folder: string): Promise<Values> {
  const dataDir = path.join(folder, 'cabinet');
  const file = await checkedProfile(dataDir, service, (core) => core.call('learned.count', {}));
  // The next count covers every record, as after an update that counts otherwise.
  forgetNote(file, 'learned:upTo');
  // Reader and writer both run in this process, so its processor time is the time of the count.
  const core = openCore(nodePlatform({ dataDir, log: () => {} }));
  const whole = await timedAs('learned.all', () => core.call('learned.count', {}));
  const edited = await changesCounted(core, file);
  const kind = 'fittings';
  const { records, counting } = await core.call('learned.schema', { kind });
  if (records !== service.records || counting) throw new Error('not every record was counted');
  const ask = { kind, field: 'podkategoria', filled: { kategoria: 'kulkowe' } } as const;
  const values = await rounds(ROUNDS, () => core.call('learned.values', ask));
  const schema = await timed(() => core.call('learned.schema', { kind }));
  await core.close();
  return {
    ...whole,
    'learned.edit': edited,
    'learned.values': median(values),
    'learned.schema': schema,
  };
}

/** Changes records of the mirror one by one, as a push does; returns the processor time of a count. */
async function changesCounted(core: Core, file: string): Promise<number> {
  const cache = new Database(file);
  const change = cache.prepare('UPDATE record SET doc = ?, hash = ? WHERE id = ?');
  let sum = 0;
  for (let at = 0; at < ROUNDS; at++) {
    const record = { ...fittingAt(at), price: `${at}.25`, kategoria: `inne ${at % 5}` };
    const doc = JSON.stringify(record);
    change.run(doc, digestOf(Buffer.from(doc)), record._id);
    const took = await timedAs('count', () => core.call('learned.count', {}));
    sum += took['count.cpu'] ?? 0;
  }
  cache.close();
  return sum / ROUNDS;
}
