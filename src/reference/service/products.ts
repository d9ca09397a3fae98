import { isObject, textOf, textsOf } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { idOf } from '../state/ids.ts';
import { addCrud, newRoutes } from './crud.ts';
import type { Rules } from './crud.ts';
import { bareAnswer, listAnswer, wrappedAnswer } from './lists.ts';
import { json } from './answers.ts';
import { honoured } from './honoured.ts';
import { present } from './present.ts';
import { readFlag, readPage } from './query.ts';
import type { Query } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Routes, Service } from './service.ts';
import { addUpload } from './uploads.ts';

type Keep = (record: JsonObject) => boolean;

const DOCUMENTED = new Set(['name']);
const STEERING = new Set(['newImages', 'imagesToDelete', 'newModelPath', 'filePathToDelete']);

const RULES: Rules = {
  kind: 'products',
  toStored: (service, body) => {
    const at = service.now().toISOString();
    return { ...body, isPublished: false, createdAt: at, updatedAt: at };
  },
  toChanges: ({ variant }, stored, body) => ({
    ...honoured(variant, body, DOCUMENTED, STEERING),
    ...imagesChange(stored, body),
    ...modelChange(stored, body),
  }),
};

/** Returns the routes of doc §4.4, relative to their prefix. */
export function productRoutes(service: Service): Routes {
  const routes = newRoutes();
  routes.get('/', (c) => {
    const query = (name: string): string | undefined => c.req.query(name);
    const keep = both(flagFilters(query), searchFilter(query('search')));
    return listAnswer(service, 'products', readPage(query, service.variant), keep);
  });
  routes.get('/category/:categoryId', (c) => {
    const query = (name: string): string | undefined => c.req.query(name);
    const keep = both(published(query), inCategory(c.req.param('categoryId')));
    return listAnswer(service, 'products', readPage(query, service.variant), keep);
  });
  routes.get('/search', (c) => search(service, c.req.query('search')));
  addUpload(routes, service, 'products');
  addCrud(routes, service, RULES);
  return routes;
}

function search({ state, variant }: Service, text: string | undefined): Response {
  if (text === undefined) throw new Refusal(400, 'search is required');
  const found = state.all('products').filter(searchFilter(text) ?? (() => true));
  if (variant.searchShape === 'array') return bareAnswer(variant, 'products', found);
  if (variant.searchShape === 'wrapped')
    return wrappedAnswer(variant, 'products', found, found.length);
  return json(200, { products: found.map((record) => present(variant, 'products', record)) });
}

function both(...keeps: (Keep | undefined)[]): Keep | undefined {
  const active = keeps.filter((keep) => keep !== undefined);
  return active.length === 0 ? undefined : (record) => active.every((keep) => keep(record));
}

// Only `true` filters the list (doc §4.4).
function published(query: Query): Keep | undefined {
  return readFlag(query, 'isPublished') ? (record) => record['isPublished'] === true : undefined;
}

function flagFilters(query: Query): Keep | undefined {
  const best = readFlag(query, 'isBestseller')
    ? (record: JsonObject) => record['isBestseller'] === true
    : undefined;
  return both(published(query), best);
}

function searchFilter(text: string | undefined): Keep | undefined {
  const wanted = (text ?? '').trim().toLowerCase();
  if (wanted === '') return undefined;
  return (record) => {
    const names = categoriesOf(record).map((one) => (isObject(one) ? one['name'] : one));
    const places = [record['name'], record['description'], ...names];
    return places.some((place) => textOf(place)?.toLowerCase().includes(wanted) ?? false);
  };
}

function inCategory(categoryId: string): Keep {
  const ids = (one: JsonValue): (JsonValue | undefined)[] =>
    isObject(one) ? [idOf(one['_id']), one['id']] : [one];
  return (record) => categoriesOf(record).some((one) => ids(one).includes(categoryId));
}

// The storage of categories is not documented (doc §2.5); texts and objects with a name are
// accepted.
function categoriesOf(record: JsonObject): JsonValue[] {
  const categories = record['categories'];
  return Array.isArray(categories) ? categories : [];
}

function imagesChange(stored: JsonObject, body: JsonObject): JsonObject {
  if (body['newImages'] === undefined && body['imagesToDelete'] === undefined) return {};
  const gone = new Set(textsOf(body['imagesToDelete']));
  const kept = textsOf(stored['images']).filter((image) => !gone.has(image));
  return { images: [...kept, ...textsOf(body['newImages'])] };
}

function modelChange(stored: JsonObject, body: JsonObject): JsonObject {
  const next = textOf(body['newModelPath']) ?? '';
  if (next !== '') return { modelPath: next };
  const gone = textOf(body['filePathToDelete']) ?? '';
  return gone !== '' && gone === stored['modelPath'] ? { modelPath: '' } : {};
}
