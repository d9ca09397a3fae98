import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';
import { KINDS, NAMES } from '../kinds.ts';
import type { Kind } from '../kinds.ts';
import { login, requireToken } from './access.ts';
import { errorAnswer, json } from './answers.ts';
import { addCrud, newRoutes } from './crud.ts';
import { edgeBandRoutes } from './edge-bands.ts';
import { fittingRoutes } from './fittings.ts';
import { listAnswer, WHOLE } from './lists.ts';
import { materialRoutes } from './materials.ts';
import { productRoutes } from './products.ts';
import { Refusal } from './refusal.ts';
import type { Env, Routes, Service } from './service.ts';
import { assetAnswer } from './stored-files.ts';

/**
 * Creates the document's whole interface, from request to response.
 *
 * It does not handle connections.
 */
export function createApp(service: Service): Routes {
  const app = new Hono<Env>();
  const guard: MiddlewareHandler<Env> = async (c, next) => {
    requireToken(service, c);
    await next();
  };
  app.post('/admin/login', (c) => login(service, c));
  app.use('/adminapi/*', guard);
  app.use(
    '/adminapi/fittings/*',
    onlyWhen(() => service.variant.fittingsPrefix !== 'bare'),
  );
  for (const prefix of ['/fittings', '/fittings/*'])
    app.use(
      prefix,
      onlyWhen(() => service.variant.fittingsPrefix !== 'adminapi'),
      guard,
    );
  app.route('/fittings', fittingRoutes(service));
  for (const kind of KINDS)
    app.route(`/adminapi/${NAMES[kind].segment}`, routesOf(kind)(service, kind));
  app.get('*', async (c) => {
    if (service.variant.assetsNeedAuth) requireToken(service, c);
    return (await assetAnswer(service, c.req.path)) ?? c.notFound();
  });
  app.notFound(() => errorAnswer(service.variant, 404, 'Not Found'));
  app.onError((error) => toAnswer(service, error));
  return app;
}

type MakeRoutes = (service: Service, kind: Kind) => Routes;

/** The routes that the document describes for a kind. */
const DOCUMENTED: Readonly<Partial<Record<Kind, MakeRoutes>>> = {
  fittings: fittingRoutes,
  materials: materialRoutes,
  products: productRoutes,
  edgeBands: edgeBandRoutes,
};

function routesOf(kind: Kind): MakeRoutes {
  return DOCUMENTED[kind] ?? plainRoutes;
}

/** Returns the routes of a kind beyond the document: the whole list, and records by id. */
function plainRoutes(service: Service, kind: Kind): Routes {
  const routes = newRoutes();
  routes.get('/', () => listAnswer(service, kind, WHOLE));
  addCrud(routes, service, {
    kind,
    toStored: (_service, body) => body,
    toChanges: (_service, _stored, body) => body,
  });
  return routes;
}

function onlyWhen(open: () => boolean): MiddlewareHandler<Env> {
  return async (_c, next) => {
    if (!open()) throw new Refusal(404, 'Not Found');
    await next();
  };
}

function toAnswer(service: Service, error: Error): Response {
  const isOfForm = error instanceof Refusal && service.variant.errorBody === 'json';
  if (isOfForm && error.body !== undefined) return json(error.status, error.body);
  const status = error instanceof Refusal ? error.status : 500;
  return errorAnswer(service.variant, status, error.message);
}
