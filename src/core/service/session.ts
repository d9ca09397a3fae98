import { AppError } from '#contract/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { NotFoundSignatures } from './notFoundSignatures.ts';
import { receive } from './reads.ts';
import type { Routes } from './routes.ts';
import type { Capabilities } from './types.ts';
import type { Answer, Http } from '../platform/network.ts';

/** What the shell hands in that the calls to a service need. */
export type ApiDependencies = Pick<Platform, 'clock' | 'disk' | 'network' | 'random' | 'pages'>;

/** What every call to one service shares for as long as the program runs. */
export interface ApiSession {
  readonly http: Http;
  readonly routes: Routes;
  readonly capabilities: Capabilities;
  readonly seams: ApiDependencies;
  readonly signedIn: () => boolean;
  readonly misses: NotFoundSignatures;
}

/** Sends one GET; throws as `receive` does, and `unauthorized` without a request while nobody is signed in. */
export async function read(
  session: Pick<ApiSession, 'http' | 'signedIn'>,
  path: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Answer> {
  if (!session.signedIn()) throw new AppError('unauthorized', 'Nobody is signed in.');
  return receive(await session.http.send({ method: 'GET', path, limit, signal }));
}

/** Spells a query; nothing for no parameters. */
export function query(
  params: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(wellFormed(value))}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A lone half of a character cannot be encoded. */
function wellFormed(value: string | number | boolean): string {
  return String(value).toWellFormed();
}
