import { ENDED_STATES, OPEN_STATES } from '#contract/operations.ts';

// As lists for `IN`; the partial index of open operations is written with the same states.
const list = (states: readonly string[]) => `(${states.map((each) => `'${each}'`).join(', ')})`;

/** The states of operations that nothing more happens to, as SQL. */
export const ENDED = list(ENDED_STATES);
/** All others. */
export const OPEN = list(OPEN_STATES);
