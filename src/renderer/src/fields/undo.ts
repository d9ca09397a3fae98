import type { Json } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { checkValues } from '#contract/values.ts';
import { call } from '../state/core.ts';
import { learnedOf } from '../state/facts.ts';
import { isDraft } from './model/changes.ts';

/** Undoes the pending change of one field. */
export async function undoField(kind: Kind, id: string, name: string): Promise<void> {
  const { operations } = await call('outbox.list', { kind, record: id });
  const owner = operations.findLast(({ changes }) => changes.some(({ field }) => field === name));
  if (owner === undefined) return;
  const before = owner.changes.find(({ field }) => field === name)?.before ?? null;
  await putBack(kind, id, owner, name, before);
}

async function putBack(
  kind: Kind,
  id: string,
  owner: Operation,
  name: string,
  before: Json | null,
): Promise<void> {
  const rest = owner.changes.filter(({ field }) => field !== name);
  if (rest.length === 0) await call('outbox.discard', { operation: owner.id });
  else if (isDraft([owner]) || isWritable(kind, name, before))
    await write(kind, id, { [name]: before ?? '' });
  // The field was empty before, and an empty value cannot be written.
  else await call('outbox.withdraw', { operation: owner.id, field: name });
}

function isWritable(kind: Kind, name: string, value: Json | null): boolean {
  const { issues } = checkValues(learnedOf(kind), { [name]: value ?? '' }, 'update');
  return issues.length === 0;
}

async function write(kind: Kind, ref: string, values: Record<string, Json>): Promise<void> {
  await call('records.update', { kind, ref, values, files: [] });
}
