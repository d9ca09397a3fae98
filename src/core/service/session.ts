import { AppError } from '#contract/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { NotFoundSignatures } from './notFoundSignatures.ts';
import { receive } from './reads.ts';
import type { Routes } from './routes.ts';
import type { Capabilities } from './types.ts';
import type { Answer, Http } from '../platform/network.ts';

/** The parts of the shell's platform that the service client needs. */
export type ApiDependencies = Pick<Platform, 'clock' | 'disk' | 'network' | 'random' | 'pages'>;

/** The state that all calls to one service share while the program runs. */
export interface ApiSession {
  readonly http: Http;
  readonly routes: Routes;
  readonly capabilities: Capabilities;
  readonly seams: ApiDependencies;
  readonly signedIn: () => boolean;
  readonly misses: NotFoundSignatures;
}

/**
 * Sends one GET.
 *
 * Throws as `receive` does. Without a sign-in it throws `unauthorized` and sends nothing.
 */
export async function read(
  session: Pick<ApiSession, 'http' | 'signedIn'>,
  path: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Answer> {
  if (!session.signedIn()) throw new AppError('unauthorized', 'Nobody is signed in.');
  return receive(await session.http.send({ method: 'GET', path, limit, signal }));
}

/** Encodes query parameters; returns an empty string without any. */
export function query(
  params: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(wellFormed(value))}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Gateways commonly refuse an address of more than 8,000 characters; some close the connection. */
const MOST_ADDRESSED = 2_000;

/** Returns whether a value is short enough for the address of a request. */
export function fitsAddress(value: string): boolean {
  return value.length <= MOST_ADDRESSED && query({ value }).length <= MOST_ADDRESSED;
}

/** A lone surrogate cannot be encoded. */
function wellFormed(value: string | number | boolean): string {
  return String(value).toWellFormed();
}
