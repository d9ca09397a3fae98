/** Whose a change of the mirror is, as the column `settled` of `record_change` says. */
export const ORIGIN = {
  /** Not known yet. */
  open: 0,
  others: 1,
  own: 2,
  /** The part of a change that others made; the state before it holds the own part already. */
  othersPart: 3,
  /** The own part of such a change. */
  ownPart: 4,
} as const;

/** In SQL, of `record_change`: others made the change. */
export const IS_OTHERS = `settled IN (${ORIGIN.others}, ${ORIGIN.othersPart})`;
/** In SQL: the change is not all this workstation's own. */
export const IS_NOT_OWN = `settled <> ${ORIGIN.own}`;
/** In SQL: the mirror is known to have held the state before the change, and it is not only the start of an own write. */
export const IS_STATE_HELD = `settled NOT IN (${ORIGIN.own}, ${ORIGIN.othersPart})`;
