import { textOf, textsOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { json, lookupMissAnswer } from './answers.ts';
import { addCrud, newRoutes } from './crud.ts';
import type { Rules } from './crud.ts';
import { bareAnswer, listAnswer, WHOLE } from './lists.ts';
import { honoured } from './honoured.ts';
import { present } from './present.ts';
import { readFlag, readPage, readTexts } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Routes, Service } from './service.ts';
import { addUpload } from './uploads.ts';

const RULES: Rules = {
  kind: 'fittings',
  toStored: (service, body) => {
    refuseTakenKod(service, body);
    return body;
  },
  toChanges: ({ variant }, stored, body) => ({
    ...honoured(variant, body, DOCUMENTED, STEERING),
    ...imageChange(stored, body),
    ...modelChange(stored, body),
  }),
};

const DOCUMENTED = new Set(['name', 'price']);
const STEERING = new Set([
  'newImagePath',
  'imageOperation',
  'oldImagePath',
  'newModelPath',
  'modelOperation',
  'oldModelPath',
]);

/** Returns the routes of doc §4.2, relative to their prefix. */
export function fittingRoutes(service: Service): Routes {
  const routes = newRoutes();
  routes.get('/', (c) => {
    const query = (name: string): string | undefined => c.req.query(name);
    const page = readPage(query, service.variant);
    return listAnswer(service, 'fittings', readFlag(query, 'all') ? WHOLE : page);
  });
  routes.get('/bulk', (c) =>
    bulk(
      service,
      readTexts((name) => c.req.query(name), 'ids'),
    ),
  );
  routes.get('/getByKod/:kod', (c) => byKod(service, c.req.param('kod')));
  addUpload(routes, service, 'fittings');
  addCrud(routes, service, RULES);
  return routes;
}

function bulk(service: Service, ids: readonly string[]): Response {
  const { state, variant } = service;
  const found = ids.map((id) => state.get('fittings', id)).filter((one) => one !== undefined);
  if (variant.bulkShape === 'array') return bareAnswer(variant, 'fittings', found);
  const key = variant.bulkShape === 'wrapped' ? 'fittings' : 'data';
  return json(200, { [key]: found.map((record) => present(variant, 'fittings', record)) });
}

function byKod(service: Service, kod: string): Response {
  const { state, variant } = service;
  const found = state.collections.fittings.withCode(kod)[0];
  return found ? json(200, present(variant, 'fittings', found)) : lookupMissAnswer(variant);
}

function refuseTakenKod({ state, variant }: Service, body: JsonObject): void {
  const kod = textOf(body['kod']);
  if (!variant.uniqueKod || kod === undefined || kod === '') return;
  if (state.collections.fittings.withCode(kod).length > 0)
    throw new Refusal(400, `kod ${kod} already exists`);
}

// The document shows only the operation `replace` (doc §2.3); without an old path it adds.
function imageChange(stored: JsonObject, body: JsonObject): JsonObject {
  const next = textOf(body['newImagePath']) ?? '';
  if (body['imageOperation'] !== 'replace' || next === '') return {};
  const old = textOf(body['oldImagePath']) ?? '';
  const images = textsOf(stored['images']);
  return {
    images: old === '' ? [...images, next] : images.map((one) => (one === old ? next : one)),
  };
}

function modelChange(stored: JsonObject, body: JsonObject): JsonObject {
  const next = textOf(body['newModelPath']) ?? '';
  if (body['modelOperation'] !== 'replace' || next === '') return {};
  const old = textOf(body['oldModelPath']) ?? '';
  return old === '' || old === stored['model'] ? { model: next } : {};
}
