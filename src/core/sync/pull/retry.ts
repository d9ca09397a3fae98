import type { ErrorCode } from '#contract/errors.ts';
import { backoff, pauseAfterTooMany } from '../../service/backoff.ts';

/** A failed read of a list, and its circumstances. */
export interface Failure {
  readonly code: ErrorCode;
  readonly status: number | undefined;
  /** The pause that the service asked for with a 429, in milliseconds. */
  readonly retryAfter: number | null;
  /** Failures of this one read, including this one. */
  readonly failures: number;
  /** Some page of this kind has been read already. */
  readonly begun: boolean;
  readonly canShrink: boolean;
  readonly fraction: number;
}

/** `wait` is in milliseconds. */
export type Remedy =
  { readonly do: 'give-up' } | { readonly do: 'again' | 'smaller'; readonly wait: number };

const PAGE_BACKOFF = { first: 1_000, longest: 16_000 };
const TRIES = 4;
/**
 * The user waits for the end of a pull; for a longer pause the pull gives up and runs again later.
 */
const LONGEST_PAUSE = 120_000;
/** Errors of the connection: another try helps only if a page was read before. */
const UNREACHED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'offline',
  'wrong-address',
  'untrusted',
  'client-certificate',
]);
const GIVE_UP: Remedy = { do: 'give-up' };

/** Returns how to continue after a page failed: the same page again, a smaller one, or give up. */
export function remedyOf(failure: Failure): Remedy {
  const { code, failures, begun, canShrink } = failure;
  // doc §8 names no maximum page size: a refusal may mean that the page was too large.
  if (code === 'refused') return canShrink ? { do: 'smaller', wait: 0 } : GIVE_UP;
  if (failures >= TRIES) return GIVE_UP;
  if (UNREACHED.has(code)) return begun && failures < TRIES - 1 ? again(failure) : GIVE_UP;
  if (code !== 'timeout' && code !== 'service') return GIVE_UP;
  return failure.status === 429 ? leaveAlone(failure) : again(failure, canShrink);
}

function again({ failures, fraction }: Failure, canShrink = false): Remedy {
  const wait = backoff(PAGE_BACKOFF, failures - 1, (1 + fraction) / 2);
  return { do: canShrink && failures > 1 ? 'smaller' : 'again', wait };
}

function leaveAlone({ retryAfter, failures }: Failure): Remedy {
  const wait = pauseAfterTooMany(retryAfter, failures - 1);
  return wait > LONGEST_PAUSE ? GIVE_UP : { do: 'again', wait };
}
