import { AppError, asAppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { readList } from './envelope.ts';
import { LIMITS } from './http.ts';
import { expectJson, unfit } from './reads.ts';
import type { Capabilities } from './types.ts';
import type { Answer } from '../platform/network.ts';

/** The paths of the kinds on one service (doc §4: fittings with and without the prefix). */
export interface Routes {
  /** Returns the path of a kind; asks the service once where the document leaves several. */
  readonly of: (kind: Kind) => Promise<string>;
  /** Forgets a path that stopped working; returns true when the kind has another one. */
  readonly forget: (kind: Kind) => boolean;
}

/**
 * Finds paths by GET alone, one request at a time for each kind, and stores them in `capabilities`.
 */
export function createRoutes(
  get: (path: string, limit: number) => Promise<Answer>,
  capabilities: Capabilities,
): Routes {
  const asking = new Map<Kind, Promise<string>>();
  const ask = async (kind: Kind): Promise<string> => {
    const path = await probe(get, resourceOf(kind));
    capabilities.set(`path:${kind}`, path);
    return path;
  };
  return {
    of: async (kind) => {
      const known = knownPath(resourceOf(kind), capabilities.get(`path:${kind}`));
      if (known !== null) return known;
      const running = asking.get(kind) ?? ask(kind).finally(() => asking.delete(kind));
      asking.set(kind, running);
      return running;
    },
    forget: (kind) => {
      const several = resourceOf(kind).paths.length > 1;
      if (several) capabilities.set(`path:${kind}`, '');
      return several;
    },
  };
}

function knownPath({ paths }: Resource, kept: string | null): string | null {
  const [only, ...others] = paths;
  if (others.length === 0) return only ?? null;
  return kept !== null && paths.includes(kept) ? kept : null;
}

async function probe(
  get: (path: string, limit: number) => Promise<Answer>,
  resource: Resource,
): Promise<string> {
  let first: AppError | null = null;
  for (const path of resource.paths) {
    try {
      const answer = await get(`${path}?limit=1`, LIMITS.list);
      if (readList(expectJson(answer, LIMITS.list), resource) !== null) return path;
      throw unfit(answer, `a list of ${resource.listKey}`);
    } catch (error) {
      const fault = asAppError(error);
      // Any other error says nothing about the remaining paths.
      if (!isElsewhere(fault)) throw fault;
      first ??= fault;
    }
  }
  throw first ?? new AppError('wrong-address', `The server has no ${resource.listKey}.`);
}

/**
 * Returns whether the list is elsewhere: a missing route, a page or a redirect of the web server,
 * or another list.
 */
function isElsewhere({ code, details: { status = 0 } }: AppError): boolean {
  if (code === 'wrong-address') return status > 0;
  return status === 405 || (code === 'service' && status >= 200 && status < 300);
}
