import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { xlsxStream } from '../src/core/changesets/sheets/xlsxWriter.ts';
import type { OutCell } from '../src/core/changesets/sheets/xlsxWriter.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { writeStream } from '../src/core/files/outputFile.ts';
import { openCore } from '../src/core/app/core.ts';
import { nodePlatform } from '../src/core/app/nodePlatform.ts';
import { startReference } from '../src/reference/server.ts';

// Previews the import of a sheet of 100,000 rows and prints the memory use of the process: `node
// --expose-gc scripts/measure-import.ts [csv|xlsx] [rows]`.

const [format = 'csv', count = '100000'] = process.argv.slice(2);
const rows = Number(count);
const account = { email: 'admin@example.com', password: 'demo' };
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cabinet-measure-'));
const materials = Array.from({ length: 2_000 }, (_, index) => ({
  SIFRA: `H${index}`,
  name: `Dąb ${index}`,
  price: index / 100,
}));
const service = await startReference({
  seed: { fittings: [], materials, products: [], edgeBands: [] },
  account,
});
const core = openCore(nodePlatform({ dataDir: path.join(folder, 'data'), log: () => {} }));
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

try {
  await core.call('session.login', { url: service.url, ...account });
  await core.call('sync.pull', {});
  const sheet = path.join(folder, `big.${format}`);
  await writeSheet(sheet);
  const { file } = await core.call('files.stage', { path: sheet });
  const opened = await core.call('sheets.open', { kind: 'materials', file });
  const samples: number[] = [];
  let longest = 0;
  let last = performance.now();
  core.on('changesets.progress', ({ rows: seen }) => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (seen % 10_000 < 50) {
      globalThis.gc?.();
      samples.push(process.memoryUsage().rss);
    }
  });
  const started = performance.now();
  const { counts } = await core.call('sheets.check', { sheet: opened.sheet });
  const seconds = (performance.now() - started) / 1000;
  console.log(JSON.stringify(counts));
  console.log(
    `${format}: ${rows} rows, ${megabytes(fs.statSync(sheet).size)} MB, ${seconds.toFixed(1)} s`,
  );
  console.log(`resident memory every 10,000 rows: ${samples.map(megabytes).join(' ')} MB`);
  console.log(`longest time between two notices: ${Math.round(longest)} ms`);
} finally {
  await core.close();
  await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
}

async function writeSheet(sheet: string): Promise<void> {
  if (format === 'xlsx') {
    const columns = ['SIFRA', 'name', 'price'].map((name) => ({ name, width: 20 }));
    await writeStream(systemDisk.files, xlsxStream('Big', columns, cells()), sheet);
    return;
  }
  const out = fs.createWriteStream(sheet);
  out.write('SIFRA;name;price\n');
  for (let index = 0; index < rows; index += 1)
    if (!out.write(`H${index};Dąb ${index};${index / 100}\n`.replace('.', ',')))
      await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

async function* cells(): AsyncGenerator<readonly OutCell[]> {
  for (let index = 0; index < rows; index += 1)
    yield [
      { is: 'text', text: `H${index}` },
      { is: 'text', text: `Dąb ${index}` },
      { is: 'number', text: String(index / 100) },
    ];
}
