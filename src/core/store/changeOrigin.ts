/** The origin of a mirror change, as stored in the column `settled` of `record_change`. */
export const ORIGIN = {
  /** Not known yet. */
  open: 0,
  others: 1,
  own: 2,
  /** The remote part of a mixed change; its before-state already holds the own part. */
  othersPart: 3,
  /** The own part of a mixed change. */
  ownPart: 4,
} as const;

/** SQL condition on `record_change`: others made the change. */
export const IS_OTHERS = `settled IN (${ORIGIN.others}, ${ORIGIN.othersPart})`;
/** SQL condition: the change is not only this workstation's own. */
export const IS_NOT_OWN = `settled <> ${ORIGIN.own}`;
/**
 * SQL condition: the mirror itself held the state before the change. Excludes pure own changes, and
 * the remote part of mixed ones.
 */
export const IS_STATE_HELD = `settled NOT IN (${ORIGIN.own}, ${ORIGIN.othersPart})`;
