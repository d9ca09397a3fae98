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
  /** What was really asked for: a page may have been made smaller on the way. */
  readonly window: Window;
  /** Without the records that the mirror already has as they came. */
  readonly items: readonly ListedRecord[];
  /** What to remember of the answer; null where it is already remembered or cannot be taken apart. */
  readonly pieces: EntryDigests | null;
  readonly ids: readonly string[];
  readonly odd: readonly string[];
  readonly count: number;
  readonly total: number | null;
  readonly bytes: number;
  readonly digest: string;
  readonly unchanged: boolean;
  /** By the clock that nobody sets. */
  readonly askedAt: number;
  readonly took: number;
}

/**
 * Asks for one part of a list, again and for less when that fails; throws when nothing helps. `come` is told
 * when the answer is there and is taken apart beside this thread.
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

/** Asks for a part of a list that can be done without: null where the service cannot give it. */
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

/** The service was reached, and this one request did not work out. */
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

/** A total smaller than what was just shown counts something else. */
function believable(total: ListPage['total'], window: Window, count: number): number | null {
  const shown = count > 0 ? (window.offset ?? 0) + count : 0;
  return total !== null && total >= shown ? total : null;
}

/** The answer to this request that is remembered. */
function keptPage(pull: KindPull, window: Window): StoredPage | null {
  const page = pull.store.page(pull.kind, placeOf(window));
  return page === null || page.digest === '' ? null : page;
}

/** The answer as a whole counts only if the mirror still holds every record just as it showed it. */
function memoryOf(pull: KindPull, page: StoredPage): Pick<ListWindow, 'known' | 'remembered'> {
  const isTrusted = (id: string) => isInLine(pull, page, id);
  const { ids, marks, digest } = page;
  return {
    ...(marks !== null && { remembered: { ids, marks, isTrusted } }),
    ...(ids.every(isTrusted) && { known: digest }),
  };
}

function isInLine({ changes, touched }: KindPull, page: StoredPage, id: string): boolean {
  // As on most pulls; then no id has to be looked up.
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
