import { pick } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { Variant } from '../variant.ts';
import { json } from './answers.ts';
import { addCrud, newRoutes } from './crud.ts';
import type { Rules } from './crud.ts';
import { bareAnswer, listAnswer, WHOLE, wrappedAnswer } from './lists.ts';
import { documentedFields } from './schemas.ts';
import type { Routes, Service } from './service.ts';

const known = documentedFields('edgeBands');

const READS: Readonly<Record<Variant['edgeBandRead'], (shown: JsonObject) => JsonValue>> = {
  record: (shown) => shown,
  wrapped: (shown) => ({ edgeBand: shown }),
  arrayOfOne: (shown) => [shown],
};

const RULES: Rules = {
  kind: 'edgeBands',
  toStored: (_service, body) => ({ ...body, __v: 0 }),
  toChanges: ({ variant }, _stored, body) =>
    pick(body, (key) => key !== '__v' && (variant.updatesHonoured === 'all' || known(key))),
  readAnswer: ({ variant }, shown) => json(200, READS[variant.edgeBandRead](shown)),
};

/** Returns the routes of doc §4.5, relative to their prefix. */
export function edgeBandRoutes(service: Service): Routes {
  const routes = newRoutes();
  routes.get('/', () => listAnswer(service, 'edgeBands', WHOLE));
  routes.get('/group/:groupID', (c) => inGroup(service, c.req.param('groupID')));
  addCrud(routes, service, RULES);
  return routes;
}

function inGroup({ state, variant }: Service, groupID: string): Response {
  const found = state.all('edgeBands').filter((record) => record['groupID'] === groupID);
  return variant.edgeBandGroup === 'array'
    ? bareAnswer(variant, 'edgeBands', found)
    : wrappedAnswer(variant, 'edgeBands', found, found.length);
}
