import type { LoggedRequest } from './log.ts';

/**
 * The requests of a fault: method and path must both match.
 *
 * A text path is compared completely, without the query.
 */
export interface FaultTarget {
  readonly method?: string;
  readonly path?: RegExp | string;
}

/** A hook of a request; it may change the state while the request waits. */
export type Hook = (phase: 'before' | 'after', info: LoggedRequest) => void | Promise<void>;

/** A planned failure. */
export type Failure =
  /** The connection is reset; nothing is applied. */
  | { readonly kind: 'resetBefore' }
  /** Applied; the connection is reset instead of an answer. */
  | { readonly kind: 'lostAnswer' }
  /** The connection is reset at once; the request is applied `delayMs` later. */
  | { readonly kind: 'ghost'; readonly delayMs: number }
  /** Applied twice; the first answer is sent. */
  | { readonly kind: 'duplicate' }
  /** Answered with `status`; not applied. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Applied, but answered with `status`. */
  | {
      readonly kind: 'appliedStatus';
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A 200 HTML page; not applied. */
  | { readonly kind: 'html' }
  /** Applied; the body stops halfway through its announced length. */
  | { readonly kind: 'truncated' }
  /** Applied; a complete answer with half of the JSON text. */
  | { readonly kind: 'truncatedJson' }
  /** Not applied. */
  | {
      readonly kind: 'redirect';
      readonly status: 301 | 302 | 303 | 307 | 308;
      readonly location: string;
    }
  /** Applied; the answer is delayed. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Not answered until the service closes. */
  | { readonly kind: 'timeout'; readonly applied: boolean }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'tooMany'; readonly retryAfter?: string | number }
  /** A 200 whose JSON has a wrong shape, or is `body`; applied only on request. */
  | {
      readonly kind: 'garbage';
      readonly shape?: GarbageShape;
      readonly body?: string;
      readonly applied?: boolean;
    }
  | { readonly kind: 'hook'; readonly hook: Hook };

/** The wrong shapes of `garbage`. */
export type GarbageShape = 'wrong' | 'nested' | 'proto' | 'huge';

/** The names of all failures. */
export type FaultKind = Failure['kind'];

/**
 * A failure with its requests.
 *
 * It happens `times` times, starting with the `nth` matching request. With only `nth` it happens
 * once, with neither every time. Hooks and `slow` combine with other faults; of the others the
 * first due one applies.
 */
export type Fault = Failure & {
  readonly on: FaultTarget;
  readonly nth?: number;
  readonly times?: number;
};

/**
 * Failures drawn by a seeded generator.
 *
 * The same seed and requests give the same failures.
 */
export interface RandomFaults {
  readonly seed: number;
  /** Probability of each failure for a matching request; the sum must not exceed 1. */
  readonly rates: Partial<Record<Exclude<FaultKind, 'hook'>, number>>;
  readonly on?: FaultTarget;
  /** Delay of `slow` and `ghost` in milliseconds; default 20. */
  readonly delayMs?: number;
}

/** All planned failures. */
export interface FaultPlan {
  readonly list?: readonly Fault[];
  readonly random?: RandomFaults;
}
