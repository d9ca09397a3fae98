import type { JsonObject } from '#contract/json.ts';
import { own } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { login } from '#core/service/login.ts';
import { createHttp } from '#core/service/http.ts';
import { systemSeams } from '#core/app/nodePlatform.ts';
import { createServiceApi } from '#core/service/resourceApi.ts';
import type { ServiceApi } from '#core/service/types.ts';
import type { SeedData } from '#reference/server.ts';
import { startReference } from '#reference/server.ts';
import type { Variant } from '#reference/variant.ts';
import { atEnd, memory } from './support.ts';

export const BODIES: Readonly<Record<Kind, JsonObject>> = {
  fittings: { kod: 'ZAW-1', name: 'Zawias', price: '8.90' },
  materials: { SIFRA: 'H1145', name: 'Dąb', price: 12.5, PICFILE: 'a.jpg' },
  products: {
    name: 'Szafa',
    status: '1',
    date: '2026-11-20',
    materialy: {},
    main: {},
    modelPath: 'uploads/szafa.obj',
  },
  'edge-bands': { code: 'ABS-22', name: 'ABS 22', thickness: 0.8 },
};
export const KEYS: Readonly<Record<Kind, string>> = {
  fittings: 'ZAW-1',
  materials: 'H1145',
  products: 'uploads/szafa.obj',
  'edge-bands': 'ABS-22',
};
/** The key of the record of `BODIES` as a deployment keeps it. */
export function keyOf(kind: Kind, { texts }: Partial<Variant>): string {
  return texts === 'lowerCodes' && kind !== 'products' ? KEYS[kind].toLowerCase() : KEYS[kind];
}

/** A well formed id that no record has. */
export const MISSING = 'f'.repeat(24);

/** A running reference and a session on it; `again` signs in anew. */
export async function open(variant: Partial<Variant>, seed?: SeedData) {
  const reference = await startReference({ variant, ...(seed && { seed }) });
  atEnd(() => reference.close());
  let { token } = await login(reference.url, 'admin@example.com', 'demo', createHttp);
  const api = createServiceApi({ url: reference.url, token: () => token }, memory(), systemSeams);
  atEnd(() => api.close());
  const again = async () => {
    ({ token } = await login(reference.url, 'admin@example.com', 'demo', createHttp));
  };
  return { api, reference, again };
}

/** Finds a record of `BODIES` as a push would: by its key, else by its file. */
export async function findByKey(api: ServiceApi, kind: Kind, key: string) {
  const byKey = kind === 'products' ? null : await api.lookup(kind, key);
  if (byKey && (kind !== 'materials' || byKey.found === 'present')) return byKey;
  const marker = kind === 'products' ? 'modelPath' : 'PICFILE';
  const isIt = (record: JsonObject) => own(record, marker) === BODIES[kind][marker];
  const { matches, complete } = await api.scan(kind, isIt, { search: 'Szafa' });
  const [record] = matches;
  if (record) return { found: 'present' as const, record };
  return { found: complete ? ('absent' as const) : ('unclear' as const) };
}
