import type { Json } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import { clashing } from './conflict.ts';
import { asTheirs, valueThere } from './keyTaken.ts';

/** A field that a choice is about, with the sides that hold something of it. */
export interface AtStake {
  readonly field: string;
  readonly mine?: Json | null;
  readonly theirs?: Json | null;
}

/** A conflict among those that are settled alike. */
export interface ConflictItem {
  /** The operation's id. */
  readonly key: string;
  readonly operation: Operation;
  readonly fields: readonly AtStake[];
  /** The fields that stay as the person set them on the record that has the code. */
  readonly kept: readonly string[];
  /** Whether the choice of mine would drop it, as nothing of it can be changed there. */
  readonly isVain: boolean;
}

/** What a choice for many is about, one by one; `all` are the open operations. */
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

/** The operations of a record and of the one that has its code. */
type Near = (operation: Operation, theirId: string | null) => readonly Operation[];

// There may be thousands of either: they are gone through once.
function nearOf(all: readonly Operation[]): Near {
  const byRecord = Map.groupBy(all, ({ recordId }) => recordId);
  const byServiceId = Map.groupBy(all, ({ serviceId }) => serviceId);
  return ({ recordId }, theirId) => [
    ...(byRecord.get(recordId) ?? []),
    ...(theirId === null ? [] : (byServiceId.get(theirId) ?? [])),
  ];
}
