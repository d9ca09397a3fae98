import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Conflict, Operation } from '#contract/operations.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { learnedOf } from '../../../state/facts.ts';
import { areParts } from './conflict.ts';
import { fieldOf } from '../../../fields/values/values.ts';

/** The result of turning a create into an update of the record that has its code. */
export interface AsTheirs {
  /** The create merged with the later updates of the same record. */
  readonly meant: Operation;
  /** The fields to send. */
  readonly sent: readonly string[];
  /** The fields that keep the user's pending values for the existing record. */
  readonly kept: readonly string[];
}

/** Returns the update that a create would become. */
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

/** Returns the value of the existing record in a field of the create. */
export function valueThere(
  { kind }: Pick<Operation, 'kind'>,
  { theirs }: Conflict,
  field: string,
): Json | undefined {
  const spec = fieldOf(kind, field);
  return spec === undefined ? undefined : readValue(field, spec, theirs ?? {});
}

// Merges later updates into the create: the last value of each field counts.
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

// Returns fields not sent, because a pending update of the existing record sets them. Lists of
// files are combined.
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

// Parts of a nested field that the pending update does not set are still sent.
function leavesNothing(mine: Json | null, over: Json | null): boolean {
  if (!areParts(mine) || !areParts(over)) return true;
  return Object.keys(mine).every((name) => own(over, name) !== undefined);
}

// A change of a nested field keeps the parts that it does not name.
function laidOver(before: Json | null, after: Json | null): Json | null {
  return areParts(before) && areParts(after) ? { ...before, ...after } : after;
}

// Returns the fields that can be updated and differ from the existing record.
function changeable(creation: Operation, conflict: Conflict): readonly string[] {
  return creation.changes.flatMap(({ field, after }) => {
    const spec = learnedOf(creation.kind).fields[field];
    if (spec?.update !== true || after === null) return [];
    return sameValue(spec, after, valueThere(creation, conflict, field)) ? [] : [field];
  });
}
