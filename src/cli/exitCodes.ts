import type { ErrorCode } from '#contract/errors.ts';
import type { State } from '#contract/operations.ts';

/** The exit codes of the terminal. */
export const EXIT = {
  done: 0,
  attention: 1,
  invalid: 2,
  signedOut: 3,
  unreachable: 4,
  internal: 5,
  busy: 6,
  interrupted: 130,
} as const;

const EXIT_OF: Readonly<Record<ErrorCode, number>> = {
  offline: EXIT.unreachable,
  timeout: EXIT.unreachable,
  'wrong-address': EXIT.unreachable,
  // A retry does not help: the user must act.
  untrusted: EXIT.attention,
  'client-certificate': EXIT.attention,
  service: EXIT.unreachable,
  'wrong-credentials': EXIT.signedOut,
  unauthorized: EXIT.signedOut,
  invalid: EXIT.invalid,
  'not-found': EXIT.invalid,
  ambiguous: EXIT.invalid,
  'rejected-file': EXIT.invalid,
  state: EXIT.invalid,
  refused: EXIT.attention,
  busy: EXIT.busy,
  damaged: EXIT.internal,
  'disk-full': EXIT.internal,
  'disk-failed': EXIT.internal,
  disconnected: EXIT.internal,
  internal: EXIT.internal,
  cancelled: EXIT.interrupted,
};

/** Returns the exit code of an error; the compiler requires one for each code. */
export function exitOfError(code: ErrorCode): number {
  return EXIT_OF[code];
}

/** The states in which an operation needs a decision. */
export const NEEDY_STATES = ['refused', 'conflict', 'unknown'] as const;

/** Returns the exit code after an action that leaves an operation in this state. */
export function exitOfState(state: State): number {
  return NEEDY_STATES.some((needy) => needy === state) ? EXIT.attention : EXIT.done;
}
