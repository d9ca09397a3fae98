import { list } from './lists.ts';
import { get, lookup } from './lookups.ts';
import { NotFoundSignatures } from './notFoundSignatures.ts';
import { createRoutes } from './routes.ts';
import { scan } from './scan.ts';
import type { ApiDependencies, ApiSession } from './session.ts';
import { read } from './session.ts';
import type { Capabilities, ServiceApi, ServiceTarget } from './types.ts';
import { upload } from './uploads.ts';
import { create, remove, update } from './writes.ts';
import type { HttpOptions } from '../platform/network.ts';

/** Creates a client of the documented service at `target`; `close` closes its connections. */
export function createServiceApi(
  target: ServiceTarget,
  capabilities: Capabilities,
  seams: ApiDependencies,
  options: HttpOptions = {},
): ServiceApi & { readonly close: () => void } {
  const http = seams.network(target.url, target.token, options);
  const signedIn = () => target.token() !== null;
  const routes = createRoutes((path, limit) => read({ http, signedIn }, path, limit), capabilities);
  const misses = new NotFoundSignatures(seams.clock);
  const session: ApiSession = { http, routes, capabilities, seams, signedIn, misses };
  return {
    list: (kind, window, signal) => list(session, kind, window, signal),
    get: (kind, id) => get(session, kind, id),
    lookup: (kind, code, signal) => lookup(session, kind, code, signal),
    scan: (kind, match, options) => scan(session, kind, match, options),
    create: (kind, body) => create(session, kind, body),
    update: (kind, id, body, text) => update(session, kind, id, body, text),
    remove: (kind, id) => remove(session, kind, id),
    upload: (kind, source, progress, signal) => upload(session, kind, source, progress, signal),
    close: () => http.close(),
  };
}
