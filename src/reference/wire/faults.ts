import type { LoggedRequest } from './log.ts';

/** Which requests a fault is for: both parts must match; a text path is compared whole, without its query. */
export interface FaultTarget {
  readonly method?: string;
  readonly path?: RegExp | string;
}

/** What a hook is told; it may change the state while the request waits for it. */
export type Hook = (phase: 'before' | 'after', info: LoggedRequest) => void | Promise<void>;

/** What goes wrong. */
export type Failure =
  /** The connection is reset and nothing was applied. */
  | { readonly kind: 'resetBefore' }
  /** Applied, then the connection is reset instead of answered. */
  | { readonly kind: 'lostAnswer' }
  /** The connection is reset at once; the request is applied `delayMs` later. */
  | { readonly kind: 'ghost'; readonly delayMs: number }
  /** Applied twice; the first answer is sent. */
  | { readonly kind: 'duplicate' }
  /** Answered with `status`, not applied. */
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
  /** A 200 HTML page, not applied. */
  | { readonly kind: 'html' }
  /** Applied; the body stops half way through its announced length. */
  | { readonly kind: 'truncated' }
  /** Applied; a complete answer that holds half of the JSON text. */
  | { readonly kind: 'truncatedJson' }
  /** Not applied. */
  | {
      readonly kind: 'redirect';
      readonly status: 301 | 302 | 303 | 307 | 308;
      readonly location: string;
    }
  /** Applied; the answer waits. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Never answered until the service closes. */
  | { readonly kind: 'timeout'; readonly applied: boolean }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'tooMany'; readonly retryAfter?: string | number }
  /** A 200 whose JSON has a wrong shape, or is `body` itself; applied only when asked. */
  | {
      readonly kind: 'garbage';
      readonly shape?: GarbageShape;
      readonly body?: string;
      readonly applied?: boolean;
    }
  | { readonly kind: 'hook'; readonly hook: Hook };

/** The wrong shapes that `garbage` can take. */
export type GarbageShape = 'wrong' | 'nested' | 'proto' | 'huge';

/** The names of all failures. */
export type FaultKind = Failure['kind'];

/**
 * A failure and the requests it is for: from the `nth` matching request on, `times` times.
 * With `nth` alone it happens once, with neither every time. Hooks and `slow` go together with
 * others; of the rest the first one that is due decides.
 */
export type Fault = Failure & {
  readonly on: FaultTarget;
  readonly nth?: number;
  readonly times?: number;
};

/** Failures drawn by a seeded generator: the same seed and the same requests give the same failures. */
export interface RandomFaults {
  readonly seed: number;
  /** Chance of each failure per matching request; the sum must not exceed 1. */
  readonly rates: Partial<Record<Exclude<FaultKind, 'hook'>, number>>;
  readonly on?: FaultTarget;
  /** Of `slow` and `ghost`; default 20. */
  readonly delayMs?: number;
}

/** All that is planned to go wrong. */
export interface FaultPlan {
  readonly list?: readonly Fault[];
  readonly random?: RandomFaults;
}
