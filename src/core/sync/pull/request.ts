import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { retryAfterOf } from '../../service/reads.ts';
import type { EntryDigests } from '../../service/entryDigests.ts';
import type { ListedRecord, ListPage, ListWindow } from '../../service/types.ts';
import { OUTSIDE_RUN } from '../../store/recordStore.ts';
import { throwIfStopped } from './kindPull.ts';
import type { KindPull } from './kindPull.ts';
import { smaller } from './pageSize.ts';
import type { StoredPage } from '../../store/pullStore.ts';
import { remedyOf } from './retry.ts';
import { placeOf } from './windows.ts';
import type { Window } from './windows.ts';

/** One answer of a list. */
export interface ReadPage {
  /** The window of the request that was answered: a retry may have made the page smaller. */
  readonly window: Window;
  /** Without the records that the mirror already holds unchanged. */
  readonly items: readonly ListedRecord[];
  /**
   * The entry digests to remember; null where they are already remembered or the answer cannot be
   * parsed into entries.
   */
  readonly pieces: EntryDigests | null;
  readonly ids: readonly string[];
  readonly odd: readonly string[];
  readonly count: number;
  readonly total: number | null;
  readonly bytes: number;
  readonly digest: string;
  readonly unchanged: boolean;
  /** By the monotonic clock. */
  readonly askedAt: number;
  readonly took: number;
}

/**
 * Requests one part of a list; retries, with smaller pages if needed, and throws when nothing
 * helps.
 *
 * `come` is called when the answer has arrived and the list parser thread parses it.
 */
export async function readPage(
  pull: KindPull,
  window: Window,
  come?: () => void,
): Promise<ReadPage> {
  let asked = window;
  for (let failures = 1; ; failures++) {
    throwIfStopped(pull.options.signal);
    try {
      return await ask(pull, asked, come);
    } catch (error) {
      asked = await remedy(pull, asked, asAppError(error), failures);
    }
  }
}

/** Requests an optional part of a list: null where the service cannot return it. */
export async function tryPage(pull: KindPull, window: Window): Promise<ReadPage | null> {
  throwIfStopped(pull.options.signal);
  try {
    return await ask(pull, window);
  } catch (error) {
    const fault = asAppError(error);
    if (isServiceFault(fault)) return null;
    throw fault;
  }
}

/** Returns whether the service was reached but failed to answer this one request. */
export function isServiceFault({ code }: AppError): boolean {
  return code === 'refused' || code === 'service' || code === 'timeout';
}

async function ask(pull: KindPull, window: Window, come?: () => void): Promise<ReadPage> {
  const { clock } = pull.ws.platform;
  const kept = keptPage(pull, window);
  const request = { ...window, ...(kept !== null && memoryOf(pull, kept)), ...(come && { come }) };
  const askedAt = clock.monotonicMs();
  const page = await pull.api.list(pull.kind, request, pull.options.signal);
  throwIfStopped(pull.options.signal);
  const { bytes, digest, odd, unchanged, pieces } = page;
  const ids = unchanged ? (kept?.ids ?? []) : page.ids;
  const count = ids.length + odd.length;
  const total = believable(unchanged ? (kept?.total ?? null) : page.total, window, count);
  const took = clock.monotonicMs() - askedAt;
  return {
    window,
    items: page.items,
    pieces,
    ids,
    odd,
    count,
    total,
    bytes,
    digest,
    unchanged,
    askedAt,
    took,
  };
}

/**
 * Returns the total unless it is smaller than the records already shown: then it counts something
 * else.
 */
function believable(total: ListPage['total'], window: Window, count: number): number | null {
  const shown = count > 0 ? (window.offset ?? 0) + count : 0;
  return total !== null && total >= shown ? total : null;
}

/** Returns the remembered answer to this request. */
function keptPage(pull: KindPull, window: Window): StoredPage | null {
  const page = pull.store.page(pull.kind, placeOf(window));
  return page === null || page.digest === '' ? null : page;
}

/**
 * Returns the parts of a kept page that the mirror still matches.
 *
 * The digest of the whole answer counts only if the mirror still holds every record of the page
 * unchanged.
 */
function memoryOf(pull: KindPull, page: StoredPage): Pick<ListWindow, 'known' | 'remembered'> {
  const isTrusted = (id: string) => isInLine(pull, page, id);
  const { ids, marks, digest } = page;
  return {
    ...(marks !== null && { remembered: { ids, marks, isTrusted } }),
    ...(ids.every(isTrusted) && { known: digest }),
  };
}

function isInLine({ changes, touched }: KindPull, page: StoredPage, id: string): boolean {
  // The usual case; then no id has to be looked up.
  if (touched.size + changes.size === 0) return true;
  const by = touched.get(id);
  if (by !== undefined && (by === OUTSIDE_RUN || by > page.run)) return false;
  return !changes.has(id);
}

async function remedy(
  pull: KindPull,
  window: Window,
  error: AppError,
  failures: number,
): Promise<Window> {
  const { clock, random } = pull.ws.platform;
  const less = window.limit === undefined ? null : smaller(window.limit);
  const next = remedyOf({
    code: error.code,
    status: error.details.status,
    retryAfter: retryAfterOf(error),
    failures,
    begun: pull.seen.size > 0,
    canShrink: less !== null,
    fraction: random.fraction(),
  });
  if (next.do === 'give-up') throw error;
  if (error.code !== 'refused') pull.swallowed = true;
  await clock.sleep(next.wait, pull.options.signal);
  return next.do === 'smaller' && less !== null ? { ...window, limit: less } : window;
}
