import fs from 'node:fs';
import path from 'node:path';
import { json } from '#contract/json.ts';
import type { Core } from '#core/app/coreApi.ts';
import type { Reference } from '#reference/server.ts';

const DEMO = path.resolve(import.meta.dirname, '../../resources/demo/add-product');

/** Someone else changes, removes and adds something, and the catalogue is read again. */
export async function changeAsOthers({ state }: Reference, core: Core): Promise<void> {
  const idAt = (kind: 'fittings' | 'materials', index: number) =>
    String(state.all(kind).at(index)?.['_id']);
  for (const [index, price] of [
    [60, '11.50'],
    [61, '4.35'],
    [62, '27.90'],
  ] as const)
    state.patch('fittings', idAt('fittings', index), { price });
  const name = 'Płyta laminowana Wiąz Tossini 18 mm';
  state.patch('materials', idAt('materials', 30), { name, price: 47.2 });
  // The last one: the others keep their places.
  state.remove('fittings', idAt('fittings', -1));
  state.insert('materials', { SIFRA: 'H1212-18', name: 'Wiąz Tossini brązowy 18', price: 49.9 });
  await core.call('sync.pull', {});
}

/** A plan to add a product, from the demo's manifest with its files; not queued. */
export async function beginPlan(core: Core): Promise<void> {
  const text = fs.readFileSync(path.join(DEMO, 'wardrobe.json'), 'utf8');
  await core.call('productDrafts.fromManifest', {
    manifest: json.parse(JSON.parse(text)),
    folder: DEMO,
  });
}
