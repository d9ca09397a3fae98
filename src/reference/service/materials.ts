import { pick } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Variant } from '../variant.ts';
import { json } from './answers.ts';
import { addCrud, newRoutes } from './crud.ts';
import type { Rules } from './crud.ts';
import { listAnswer, WHOLE, wrappedAnswer } from './lists.ts';
import { readFlag, readPage, readTexts } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Routes, Service } from './service.ts';
import { addUpload } from './uploads.ts';

const RULES: Rules = {
  kind: 'materials',
  createdPrice: 'price',
  toStored: ({ variant }, body) =>
    variant.materialCreateKeepsSifra ? body : pick(body, (key) => key !== 'SIFRA'),
  toChanges: ({ variant }, _stored, body) => withHonouredPrice(variant, body),
};

/** Returns the routes of doc §4.3, relative to their prefix. */
export function materialRoutes(service: Service): Routes {
  const routes = newRoutes();
  routes.get('/', (c) => {
    const query = (name: string): string | undefined => c.req.query(name);
    const page = readPage(query, service.variant);
    return listAnswer(
      service,
      'materials',
      readFlag(query, 'all') ? WHOLE : page,
      thicknessFilter(query('DEB')),
    );
  });
  routes.get('/materialsBySIFRA', (c) =>
    bySifra(
      service,
      readTexts((name) => c.req.query(name), 'SIFRAs'),
    ),
  );
  addUpload(routes, service, 'materials');
  addCrud(routes, service, RULES);
  return routes;
}

function bySifra({ state, variant }: Service, codes: readonly string[]): Response {
  const found = [...new Set(codes)].flatMap((code) => state.collections.materials.withCode(code));
  if (found.length > 0 || variant.sifraMiss === 'emptyList')
    return wrappedAnswer(variant, 'materials', found, found.length, 'price');
  if (variant.sifraMiss === '404') throw new Refusal(404, 'Material not found');
  return json(200, null);
}

// The type of DEB is not documented (doc §2.4): 18, "18" and "18.0" are the same thickness.
function thicknessFilter(
  wanted: string | undefined,
): ((record: JsonObject) => boolean) | undefined {
  if (wanted === undefined || wanted === '') return undefined;
  return ({ DEB }) => {
    if (typeof DEB !== 'string' && typeof DEB !== 'number') return false;
    return String(DEB) === wanted || (DEB !== '' && Number(DEB) === Number(wanted));
  };
}

function withHonouredPrice(variant: Variant, body: JsonObject): JsonObject {
  if (variant.materialPatchKey === 'both') return body;
  const ignored = variant.materialPatchKey === 'price' ? 'CIJENA' : 'price';
  return pick(body, (key) => key !== ignored);
}
