// Works on a profile without pause until killed, and prints each acknowledged change.
import fs from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openCore } from '#core/app/core.ts';
import { nodePlatform } from '#core/app/nodePlatform.ts';
import { findWorker } from '#core/app/workerPaths.ts';
import { openThreadedCore } from '#core/app/threaded.ts';

const [dataDir = '', round = '0', files = '', halves = '', worker = ''] = process.argv.slice(2);
const say = (line: string) => fs.writeSync(1, `${line}\n`);

say('opening');
const platform = nodePlatform({ dataDir, log: () => undefined });
const thread = worker === '' ? findWorker() : pathToFileURL(worker);
// In two halves, as behind a window; in one, as in a terminal.
const core = halves === 'two' ? await openThreadedCore(platform, thread) : openCore(platform);
// A killed process leaves nothing compiled for the next one unless it is told to.
flushCompileCache();
say('ready');

async function createOne(number: number): Promise<void> {
  const kod = `KILL-${round}-${number}`;
  const image = path.join(files, `${number % 3}.svg`);
  const { file } = await core.call('files.stage', {
    path: image,
    kind: 'fittings',
    field: 'images',
  });
  const values = { kod, name: `Okucie ${kod}`, price: '1.00' };
  await core.call('records.create', {
    kind: 'fittings',
    values,
    files: [{ field: 'images', file }],
  });
  say(`created ${kod}`);
}

async function editOne(): Promise<void> {
  const price = String(Date.now());
  await core.call('records.update', {
    kind: 'fittings',
    ref: 'ZAW-110',
    values: { price },
    files: [],
  });
  say(`priced ${price}`);
}

for (let number = 10; ; number += 1) {
  await createOne(number);
  await editOne();
  await core.call('sync.push', { patience: 0 });
  if (number % 3 === 0) await core.call('sync.pull', {});
}
