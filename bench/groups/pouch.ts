import path from 'node:path';
import * as jsonFile from '../peers/jsonFile.ts';
import { ingest, openPouch, resync, search } from '../peers/pouch.ts';
import type { BenchService } from '../service/start.ts';
import { median, rounds, timed } from '../tools/measure.ts';
import type { Values } from '../tools/measure.ts';

/** What a person would use instead, at the same work: PouchDB, and one JSON file. */
export async function peerGroup(service: BenchService, folder: string): Promise<Values> {
  const pouch = openPouch(path.join(folder, 'pouch'));
  const values: Values = {
    'pouch.ingest': await timed(() => ingest(pouch, service.url)),
    'pouch.resync': await timed(() => resync(pouch, service.url)),
    'pouch.search': median(await rounds(2, () => search(pouch, 'ahę'), 0)),
  };
  await pouch.close();
  const file = path.join(folder, 'cache.json');
  await jsonFile.ingest(service.url, file);
  let all = jsonFile.open(file);
  values['json.open'] = await timed(() => {
    all = jsonFile.open(file);
    jsonFile.firstRows(all, 50);
  });
  values['json.search'] = median(await rounds(5, () => jsonFile.search(all, 'okątowy')));
  return values;
}
