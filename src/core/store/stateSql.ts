import { ENDED_STATES, OPEN_STATES } from '#contract/operations.ts';

// Written as lists for `IN`; the partial index of open operations uses the same states.
const list = (states: readonly string[]) => `(${states.map((each) => `'${each}'`).join(', ')})`;

/** The final states of operations, as SQL. */
export const ENDED = list(ENDED_STATES);
/** All other states. */
export const OPEN = list(OPEN_STATES);
