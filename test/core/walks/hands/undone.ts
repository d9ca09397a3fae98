import type { ChangesetRow } from '#contract/changesets/changeset.ts';
import type { Entry, Hands } from './hands.ts';
import { insist } from './insist.ts';
import { differing, nameOf, same } from './picture.ts';
import type { Seen } from './picture.ts';

/** A record before and after an undo, with the rows of its preview. */
interface Around {
  readonly name: string;
  readonly was: Seen | null;
  readonly now: Seen | null;
  readonly told: readonly ChangesetRow[];
  readonly details: unknown;
}

/**
 * Checks that the undo took back the group's change to a record.
 *
 * A record changed since, or outside the group, must stay untouched.
 */
export function checkUndone(hands: Hands, around: Around, entry: Entry | undefined): void {
  if (entry === undefined) return checkUntouched(around, 'not of the group');
  const { before: old, after: then } = entry;
  const isMade = old === null || (then !== null && old.leaving && !then.leaving);
  if (isMade) return checkGone(hands, around, then);
  if (then === null || then.leaving) return checkBack(hands, around, old);
  checkChanged(hands, around, old, then);
}

function checkUntouched({ name, was, now, details }: Around, why: string): void {
  insist(
    (was === null) === (now === null) && was?.leaving === now?.leaving,
    `undo: ${name} came or went (${why})`,
    was,
    now,
    details,
  );
  if (was === null || now === null) return;
  const changed = differing(was, now);
  const told = `undo: ${name} changed in ${changed.join(', ')} (${why})`;
  insist(changed.length === 0, told, was, now, details);
}

/** Checks a record that the group created or brought back. */
function checkGone(hands: Hands, around: Around, then: Seen | null): void {
  const { name, was, now, details } = around;
  if (then === null || was === null || !hands.isOne(was.id, then.id)) return;
  if (was.leaving) return checkUntouched(around, 'it leaves already');
  if (now === null || now.leaving) {
    const isSame = differing(was, then).length === 0;
    insist(isSame, `undo: ${name} was changed since and is removed`, was, then, details);
    return;
  }
  const isTold = rowsOn(around).some(({ outcome }) => outcome === 'kept' || outcome === 'error');
  insist(isTold || hands.isForeign(name), `undo: ${name} stays`, was, now, details);
}

/** Checks a record that the group removed. */
function checkBack(hands: Hands, around: Around, old: Seen): void {
  const { name, was, now, details } = around;
  if (was !== null && !was.leaving) return checkUntouched(around, 'it is back already');
  if (now === null || now.leaving) {
    const isError = rowsOn(around).some(({ outcome }) => outcome === 'error');
    // A removal that was begun is not taken back.
    const isBegun = hands.now.open.some(
      (operation) =>
        operation.action === 'remove' &&
        operation.state !== 'waiting' &&
        nameOf(operation) === name,
    );
    const isRight = isError || hands.isForeign(name) || isBegun;
    insist(isRight, `undo: ${name} is not back`, was, now, details);
    return;
  }
  for (const field of differing(old, now))
    insist(
      isToldOf(around, field) || hands.isForeign(name, field),
      `undo: ${name} ${field} is not back`,
      old,
      now,
      details,
    );
}

/** Checks a record that the group changed. */
function checkChanged(hands: Hands, around: Around, old: Seen, then: Seen): void {
  const { name, was, now, details } = around;
  if (was === null || now === null) {
    insist(was === null && now === null, `undo: ${name} came or went`, details);
    return;
  }
  if (!hands.isOne(was.id, then.id)) return;
  if (was.leaving) return checkUntouched(around, 'it leaves');
  for (const field of Object.keys(was.values)) {
    const at = (seen: Seen) => seen.values[field] ?? null;
    const isSame = (one: Seen, two: Seen) => same(was.kind, field, at(one), at(two));
    const goesBack = !isSame(old, then) && isSame(was, then);
    if (goesBack && (isSame(now, old) || hands.isForeign(name, field))) continue;
    const [is, before] = [JSON.stringify(at(now)), JSON.stringify(at(goesBack ? old : was))];
    const why = goesBack ? `was ${before}` : `not of the group: ${before}`;
    const isRight = isSame(now, was) && (!goesBack || isToldOf(around, field));
    insist(isRight, `undo: ${name} ${field} is ${is}, ${why}`, details);
  }
}

/** The rows that tell of the record. */
function rowsOn({ name, was, now, told }: Around): readonly ChangesetRow[] {
  return told.filter(
    ({ key, title, ref }) => name.endsWith(`/${key ?? title}`) || ref === (was ?? now)?.id,
  );
}

/** Whether a row says that the field is left as it is. */
function isToldOf(around: Around, field: string): boolean {
  return rowsOn(around).some(
    ({ outcome, issues, changes }) =>
      issues.some(({ place }) => place === field) ||
      ((outcome === 'error' || outcome === 'kept') &&
        (changes.length === 0 || changes.some((each) => each.field === field))),
  );
}
