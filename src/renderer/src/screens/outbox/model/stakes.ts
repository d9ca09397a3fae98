import type { Json } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import { clashing } from './conflict.ts';
import { asTheirs, valueThere } from './keyTaken.ts';

/** A field that a choice is about, with the values of both sides. */
export interface AtStake {
  readonly field: string;
  readonly mine?: Json | null;
  readonly theirs?: Json | null;
}

/** A conflict in the list of conflicts decided together. */
export interface ConflictItem {
  /** The id of the operation. */
  readonly key: string;
  readonly operation: Operation;
  readonly fields: readonly AtStake[];
  /** The fields that keep the user's pending values for the record that has the code. */
  readonly kept: readonly string[];
  /** True if choosing mine would discard the operation, because no field could be changed. */
  readonly isVain: boolean;
}

/** Returns the listed conflicts with their fields; `all` are the open operations. */
export function stakesOf(
  listed: readonly Operation[],
  all: readonly Operation[],
): readonly ConflictItem[] {
  const near = nearOf(all);
  return listed.map((operation) => ({ key: operation.id, operation, ...stakeOf(operation, near) }));
}

function stakeOf(operation: Operation, near: Near): Omit<ConflictItem, 'key' | 'operation'> {
  const { conflict } = operation;
  if (conflict?.type !== 'key-taken')
    return { fields: fieldsOf(operation), kept: [], isVain: false };
  const { meant, sent, kept } = asTheirs(operation, conflict, near(operation, conflict.theirId));
  const fields = meant.changes
    .filter(({ field }) => sent.includes(field))
    .map(({ field, after }) => ({
      field,
      mine: after,
      theirs: valueThere(operation, conflict, field) ?? null,
    }));
  return { fields, kept, isVain: fields.length === 0 };
}

function fieldsOf(operation: Operation): readonly AtStake[] {
  const type = operation.conflict?.type;
  return clashing(operation).map(({ field, mine, theirs }) => ({
    field,
    ...(type === 'changed-there' ? {} : { mine }),
    ...(type === 'gone' ? {} : { theirs }),
  }));
}

/** Returns the operations of a record and of the record that has its code. */
type Near = (operation: Operation, theirId: string | null) => readonly Operation[];

// Indexed once, as there may be thousands of operations and of conflicts.
function nearOf(all: readonly Operation[]): Near {
  const byRecord = Map.groupBy(all, ({ recordId }) => recordId);
  const byServiceId = Map.groupBy(all, ({ serviceId }) => serviceId);
  return ({ recordId }, theirId) => [
    ...(byRecord.get(recordId) ?? []),
    ...(theirId === null ? [] : (byServiceId.get(theirId) ?? [])),
  ];
}
