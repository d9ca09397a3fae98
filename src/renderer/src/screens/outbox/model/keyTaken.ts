import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Conflict, Operation } from '#contract/operations.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { areParts } from './conflict.ts';
import { fieldOf } from '../../../fields/values/values.ts';

/** What becomes of a creation whose code is taken, when it is made a change of the record that has it. */
export interface AsTheirs {
  /** The creation with what was changed behind it. */
  readonly meant: Operation;
  /** The fields that would be sent. */
  readonly sent: readonly string[];
  /** The fields that stay as the person set them on that very record. */
  readonly kept: readonly string[];
}

/** What a creation would change of the record that has its code. */
export function asTheirs(
  creation: Operation,
  conflict: Conflict,
  all: readonly Operation[],
): AsTheirs {
  const meant = asMeant(creation, all);
  const kept = keptThere(meant, conflict, all);
  const sent = changeable(meant, conflict).filter((name) => !kept.includes(name));
  return { meant, sent, kept };
}

/** What the record that is there holds in a field of the creation. */
export function valueThere(
  { kind }: Pick<Operation, 'kind'>,
  { theirs }: Conflict,
  field: string,
): Json | undefined {
  const spec = fieldOf(kind, field);
  return spec === undefined ? undefined : readValue(field, spec, theirs ?? {});
}

// Mine is the last value of each field: what was changed behind the creation goes or stays with it.
function asMeant(creation: Operation, all: readonly Operation[]): Operation {
  const { recordId, seq } = creation;
  const behind = all.filter(
    (each) => each.recordId === recordId && each.action === 'update' && each.seq > seq,
  );
  const meant = new Map(creation.changes.map((change) => [change.field, change]));
  for (const change of behind.flatMap(({ changes }) => changes)) {
    const before = meant.get(change.field)?.after ?? null;
    meant.set(change.field, { ...change, after: laidOver(before, change.after) });
  }
  const files = [creation, ...behind].flatMap((each) => each.files);
  return { ...creation, changes: [...meant.values()], files };
}

// What stays behind, because the person set it of that very record. A list of files takes both.
function keptThere(
  { kind, recordId, changes }: Operation,
  { theirId }: Conflict,
  all: readonly Operation[],
): readonly string[] {
  const isThere = (each: Operation) => each.kind === kind && each.serviceId === theirId;
  const given = all
    .filter((each) => isThere(each) && each.recordId !== recordId && each.action === 'update')
    .flatMap((each) => each.changes);
  return changes.flatMap(({ field, after }) => {
    if (fieldOf(kind, field)?.type === 'files') return [];
    const values = given.filter((each) => each.field === field).map((each) => each.after);
    return values.some((value) => leavesNothing(after, value)) ? [field] : [];
  });
}

// Of a nested field the parts that were not set there are still sent.
function leavesNothing(mine: Json | null, over: Json | null): boolean {
  if (!areParts(mine) || !areParts(over)) return true;
  return Object.keys(mine).every((name) => own(over, name) !== undefined);
}

// A change of a nested field leaves the parts that it does not name.
function laidOver(before: Json | null, after: Json | null): Json | null {
  return areParts(before) && areParts(after) ? { ...before, ...after } : after;
}

// What could still be sent: the service lets a field be changed after creation, and holds another value of it.
function changeable(creation: Operation, conflict: Conflict): readonly string[] {
  return creation.changes.flatMap(({ field, after }) => {
    const spec = fieldOf(creation.kind, field);
    if (spec?.update !== true || after === null) return [];
    return sameValue(spec, after, valueThere(creation, conflict, field)) ? [] : [field];
  });
}
