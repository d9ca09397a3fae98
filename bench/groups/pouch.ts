import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as jsonFile from '../peers/jsonFile.ts';
import type { BenchService } from '../service/start.ts';
import { median, rounds, timed } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';

const PEERS = fileURLToPath(new URL('../peers/node_modules', import.meta.url));

/** Measures the alternatives on the same work: PouchDB, and one JSON file. */
export async function peerGroup(service: BenchService, folder: string): Promise<Values> {
  return { ...(await pouchValues(service, folder)), ...(await jsonValues(service, folder)) };
}

async function pouchValues(service: BenchService, folder: string): Promise<Values> {
  if (!fs.existsSync(PEERS)) {
    process.stderr.write('PouchDB was NOT measured: run `npm ci --prefix bench/peers` first.\n');
    return {};
  }
  const { ingest, openPouch, resync, search } = await import('../peers/pouch.ts');
  const pouch = openPouch(path.join(folder, 'pouch'));
  const values: Values = {
    'pouch.ingest': await timed(() => ingest(pouch, service.url)),
    'pouch.resync': await timed(() => resync(pouch, service.url)),
    'pouch.search': median(await rounds(2, () => search(pouch, 'ahę'), 0)),
  };
  await pouch.close();
  return values;
}

async function jsonValues(service: BenchService, folder: string): Promise<Values> {
  const file = path.join(folder, 'cache.json');
  await jsonFile.ingest(service.url, file);
  let all = jsonFile.open(file);
  const opened = await timed(() => {
    all = jsonFile.open(file);
    jsonFile.firstRows(all, 50);
  });
  const found = median(await rounds(5, () => jsonFile.search(all, 'okątowy')));
  return { 'json.open': opened, 'json.search': found };
}
