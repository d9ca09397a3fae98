import { asAppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { listEntries } from './lists.ts';
import { fitsAddress } from './session.ts';
import type { ApiSession } from './session.ts';
import type { Scan } from './types.ts';
import type { ReadPage } from './walk.ts';
import { takeWhole, walkPages } from './walk.ts';

type Match = (record: JsonObject) => boolean;

interface Walking {
  readonly session: ApiSession;
  readonly kind: Kind;
  readonly match: Match;
  readonly signal: AbortSignal | undefined;
}

/** Page sizes worth asking for, largest first; the last one is the documented default (doc §8). */
const PAGE_SIZES = [500, 100, 50, 10];

/** Finds records by walking the list; with a hint, the service's own search comes first. */
export async function scan(
  session: ApiSession,
  kind: Kind,
  match: Match,
  {
    search = '',
    signal,
  }: { readonly search?: string; readonly signal?: AbortSignal | undefined } = {},
): Promise<Scan> {
  const walking: Walking = { session, kind, match, signal };
  const isHinted = search !== '' && fitsAddress(search);
  const hinted = isHinted ? await trySearch(walking, search) : [];
  if (hinted.length > 0) return { matches: hinted, complete: false };
  if (!resourceOf(kind).paged) {
    return takeWhole(await listEntries(session, kind, {}), match, false);
  }
  const walked = await walk(walking);
  return walked.complete || signal?.aborted === true ? walked : secondLook(walking, walked);
}

/**
 * Searches with the service's own search. Its matching is not documented (doc §4.4): a failure or
 * an empty answer proves nothing.
 */
async function trySearch(walking: Walking, search: string) {
  try {
    return (await walk(walking, search)).matches;
  } catch (error) {
    return tolerate(error, []);
  }
}

/**
 * Scans again after an incomplete walk.
 *
 * One answer with the whole list cannot shift between pages; otherwise the list may be stable by
 * now.
 */
async function secondLook(walking: Walking, first: Scan): Promise<Scan> {
  const { session, kind, match } = walking;
  const again = resourceOf(kind).offersAll
    ? await listEntries(session, kind, { all: true })
        .then((all) => takeWhole(all, match, true))
        .catch((error: unknown) => tolerate(error, first))
    : await walk(walking);
  if (again.complete) return again;
  const both = [...first.matches, ...again.matches].map((each) => [each.id, each] as const);
  return { matches: [...new Map(both).values()], complete: false };
}

function tolerate<T>(error: unknown, instead: T): T {
  const fault = asAppError(error);
  if (fault.code === 'service' && fault.details.status !== 429) return instead;
  if (fault.code === 'refused' || fault.code === 'timeout') return instead;
  throw fault;
}

function walk({ session, kind, match, signal }: Walking, search?: string): Promise<Scan> {
  const pager = createPager(session, kind, search);
  return walkPages(pager.read, pager.size, match, signal);
}

/** Requests large pages and, where the service refuses them, smaller ones from then on. */
function createPager(session: ApiSession, kind: Kind, search?: string) {
  const name = `pageSize:${kind}`;
  let limit = PAGE_SIZES.find((each) => String(each) === session.capabilities.get(name)) ?? 500;
  const read: ReadPage = async (offset) => {
    try {
      return await listEntries(session, kind, { limit, offset, ...(search && { search }) });
    } catch (error) {
      const smaller = PAGE_SIZES.find((each) => each < limit);
      if (offset > 0 || smaller === undefined || !mayBeTooMany(error)) throw error;
      limit = smaller;
      session.capabilities.set(name, String(limit));
      return read(offset);
    }
  };
  return { read, size: () => limit };
}

function mayBeTooMany(error: unknown): boolean {
  const { code, details } = asAppError(error);
  return code === 'refused' || (code === 'service' && (details.status ?? 0) >= 500);
}
