import type { Json } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';

/** The open operations of each record, by service id, or by local id before it has one. */
export type Changes = ReadonlyMap<string, readonly Operation[]>;

/** Groups open operations by record. */
export function byRecord(operations: readonly Operation[]): Changes {
  const result = new Map<string, Operation[]>();
  for (const operation of operations) {
    const id = operation.serviceId ?? operation.recordId;
    const list = result.get(id);
    if (list === undefined) result.set(id, [operation]);
    else list.push(operation);
  }
  return result;
}

/** Returns the value before any pending change; undefined if no open update changes the field. */
export function beforeOf(
  operations: readonly Operation[] | undefined,
  name: string,
): Json | null | undefined {
  for (const { action, changes } of operations ?? []) {
    if (action !== 'update') continue;
    const change = changes.find(({ field }) => field === name);
    if (change !== undefined) return change.before;
  }
  return undefined;
}

/** Returns whether an operation can still be edited: not sent yet, or certainly not applied. */
export function isChangeable({ state, attempts, reason }: Operation): boolean {
  if (state === 'refused') return reason?.code === 'refused';
  return attempts === 0 && (state === 'waiting' || state === 'held');
}

/** Returns whether the record is new and unsent, so that all its fields can be edited. */
export function isDraft(operations: readonly Operation[] | undefined): boolean {
  return operations?.some((each) => each.action === 'create' && isChangeable(each)) ?? false;
}

/** Returns whether a delete of the record is pending. */
export function isLeaving(operations: readonly Operation[] | undefined): boolean {
  return operations?.some(({ action }) => action === 'remove') ?? false;
}
