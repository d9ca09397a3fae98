// Types into a plan without pause and queues it now and then.
//
// Prints every acknowledged change on stdout.
import fs from 'node:fs';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';

const [dataDir = '', round = '0'] = process.argv.slice(2);
const say = (line: string) => fs.writeSync(1, `${line}\n`);

const core = openCore(nodePlatform({ dataDir, log: () => undefined }));
say('ready');

for (let number = 1; ; number += 1) {
  // Of one length, so that no code is the beginning of another.
  const code = `PLAN-${round}-${String(number).padStart(6, '0')}`;
  let plan: string | null = null;
  for (let length = 1; length <= code.length; length += 1) {
    const values = { code: code.slice(0, length), name: 'ABS' };
    const parts = [{ part: 'band', kind: 'edge-bands' as const, values, files: [], use: null }];
    const saved: { plan: string } = await core.call('productDrafts.save', {
      plan,
      name: code,
      draft: { parts },
    });
    plan = saved.plan;
    say(`typed ${plan} ${values.code}`);
  }
  if (plan === null) continue;
  await core.call('productDrafts.queue', { plan });
  say(`queued ${plan} ${code}`);
}
