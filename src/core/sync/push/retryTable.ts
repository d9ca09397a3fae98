import { backoff, NETWORK_BACKOFF, pauseAfterTooMany } from '../../service/backoff.ts';
import type { StoredOperation } from '../../store/operationStore.ts';

/*
 * Says when an operation goes again.
 *
 * | cause                | counter                  | raised by           | reset by                  | limit             | wait            |
 * | -------------------- | ------------------------ | ------------------- | ------------------------- | ----------------- | --------------- |
 * | write without answer | `unknowns`               | `sendRequest`       | Retry, a changed code     | `MOST_UNKNOWNS`   | in-flight window, then `lookUpWait` |
 * | creation not shown   | `unknowns`               | `finishCreate`      | Retry, a changed code     | `MOST_READS`      | `readWait`      |
 * | upload without answer| `losses` of the file     | `sendFiles`         | Retry                     | `MOST_LOSSES`     | `readWait`      |
 * | unclear look-up of a code  | `count` of the reason | `lookBefore`     | any other reason          | `MOST_UNKNOWNS`: then the whole list is read, without limit | `readWait` |
 * | unclear list         | `count` of the reason    | `notLookedThrough`  | any other reason          | above `MOST_UNKNOWNS`; none for an unknown outcome | `readWait` |
 * | failed read          | `count` of the reason    | `retryLater`        | any other reason          | none              | `readWait`      |
 * | answer 429           | `count` of the reason    | `tooMany`           | any other reason          | none              | `pauseWait`, for the whole push |
 * | failing service      | `#sick` of the push      | `recordHealth`      | a good answer             | `CIRCUIT_LIMIT`   | stops the push: `offlineWait` |
 * | offline              | `#failures` of the sync  | an offline push     | a push that is not, Send  | none              | `offlineWait`   |
 * | automatic run        | `#failures` of its class | a run that stopped  | a run that ended well     | none              | `offlineWait`   |
 * | page of a pull       | `failures` of the page   | `pull/request.ts`   | a page that was read      | `TRIES`           | `PAGE_BACKOFF`; a 429 as it asks |
 * | probe                | `#failures` of the line  | `connection.ts`     | any good answer           | none              | `PROBE_BACKOFF` |
 *
 * At a limit the user must decide, or the push stops. Sending clears the reason, and with it its
 * count.
 */

/**
 * Requests without an answer after which the user must decide. The same number of unclear look-ups
 * is waited for before a whole list is read, or the user must decide.
 */
export const MOST_UNKNOWNS = 3;
/** Reads that do not show a confirmed creation, after which the user must decide. */
export const MOST_READS = 5;
/** Uploads of one file without an answer, after which the user must decide. */
export const MOST_LOSSES = 5;
/** Consecutive answers of a failing service after which the push stops. */
export const CIRCUIT_LIMIT = 5;

/** Least wait before an operation is tried again, in milliseconds. */
const LEAST_WAIT = 250;
/** A failed read changed nothing, so it waits at most five minutes. */
const READ_BACKOFF = { first: 5_000, longest: 300_000 };
const LOOK_UP_BACKOFF = { first: 5_000, longest: 1_800_000 };

/** Returns how often in a row an operation was put off, the coming time included. */
export function timesPutOff({ reason }: Pick<StoredOperation, 'reason'>): number {
  return reason?.code === 'retry-later' ? (reason.details?.count ?? 1) + 1 : 1;
}

/** Returns the wait after a failed read, in milliseconds, with growing bounds. */
export function readWait(times: number, fraction: number): number {
  return LEAST_WAIT + backoff(READ_BACKOFF, times - 1, fraction);
}

/** Returns the wait before the next look-up: the older the request, the rarer the look-ups. */
export function lookUpWait(age: number, fraction: number): number {
  const first = Math.max(LOOK_UP_BACKOFF.first, age / 2);
  return LEAST_WAIT + backoff({ ...LOOK_UP_BACKOFF, first }, 0, fraction);
}

/** Returns the pause of the whole push after a 429. */
export function pauseWait(asked: number | null, times: number): number {
  return pauseAfterTooMany(asked, times - 1);
}

const LEAST_OFFLINE_WAIT = 1_000;
export const LONGEST_OFFLINE_WAIT = LEAST_OFFLINE_WAIT + NETWORK_BACKOFF.longest;

/** Returns the wait before an offline push is tried again. */
export function offlineWait(failures: number, fraction: number): number {
  return LEAST_OFFLINE_WAIT + backoff(NETWORK_BACKOFF, failures, fraction);
}
