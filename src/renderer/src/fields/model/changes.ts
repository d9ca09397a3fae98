import type { Json } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';

/** The open operations of each record, by every id under which a row may stand. */
export type Changes = ReadonlyMap<string, readonly Operation[]>;

/** Puts open operations beside their records. */
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

/** A value before any queued change; `undefined` where no open operation changes the field. */
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

/** Not sent yet, or surely not applied: it can still be changed in place. */
export function isChangeable({ state, attempts, reason }: Operation): boolean {
  if (state === 'refused') return reason?.code === 'refused';
  return attempts === 0 && (state === 'waiting' || state === 'held');
}

/** The record is only here so far, so that every field of a creation is still open. */
export function isDraft(operations: readonly Operation[] | undefined): boolean {
  return operations?.some((each) => each.action === 'create' && isChangeable(each)) ?? false;
}

/** The record is queued to be removed. */
export function isLeaving(operations: readonly Operation[] | undefined): boolean {
  return operations?.some(({ action }) => action === 'remove') ?? false;
}
