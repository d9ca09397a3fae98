import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';

// Queues a large sheet and says how far it is, until it is killed; started anew, it goes on by itself.
const [dataDir = '', sheetPath = ''] = process.argv.slice(2);
const core = openCore(nodePlatform({ dataDir, log: () => {} }));
core.on('changesets.progress', ({ phase, rows }) => {
  if (phase === 'queue') process.stdout.write(`queued ${rows}\n`);
});
if (sheetPath !== '') {
  const { file } = await core.call('files.stage', { path: sheetPath });
  const { sheet } = await core.call('sheets.open', { kind: 'fittings', file });
  const { plan } = await core.call('sheets.check', { sheet });
  process.stdout.write('ready\n');
  await core.call('changesets.queue', { plan });
}
