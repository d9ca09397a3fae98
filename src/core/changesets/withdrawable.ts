import { AppError, why } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { Json } from '#contract/json.ts';
import { fieldAt, sameAt, valueAt } from '../record/fieldPaths.ts';
import type { Command } from '../outbox/batches/command.ts';
import { mayBeThere } from '../outbox/coalesceBase.ts';
import { isFoldable } from '../outbox/coalescable.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { holdsPath, textOf } from './subject.ts';
import type { Subject } from './subject.ts';

/**
 * Returns whether only unsent operations hold a value in place of `before`.
 *
 * Then the value can be taken out of those operations.
 */
export function wasNeverSent(
  ws: Workspace,
  subject: Subject,
  field: string,
  before: Json | null = null,
): boolean {
  const over = heldOver(ws, subject, field);
  if (over === undefined || before === null || over === null) return over === before;
  return sameAt(subject.resource, field, over, before);
}

/**
 * Returns the value under the unsent operations of a field.
 *
 * Returns undefined when a sent operation may hold the field.
 */
function heldOver(
  ws: Workspace,
  { open, resource }: Subject,
  field: string,
): Json | null | undefined {
  const holders = open.filter((each) => holdsPath(each, field));
  const first = holders[0];
  if (first === undefined || !holders.every(isFoldable)) return undefined;
  // An update that was sent and reported as not applied may still be applied.
  if (holders.some((each) => each.action === 'update' && mayBeThere(ws, each))) return undefined;
  if (first.action === 'create' || first.base === null) return null;
  return valueAt(resource, parseDoc(first.base), field);
}

/** Returns whether no change could restore a value: it is null or of a wrong type. */
export function isUnsendable(resource: Resource, field: string, value: Json | null): boolean {
  return value === null || fieldAt(resource, field)?.schema.safeParse(value).success === false;
}

export function isText(resource: Resource, path: string): boolean {
  const type = fieldAt(resource, path)?.type;
  return type === 'text' || type === 'longText';
}

/** Returns the issue of a value that stays because the service may have it. */
export function notEmptied({ resource, shown }: Subject, field: string): Issue {
  return {
    place: field,
    value: textOf(valueAt(resource, shown, field)),
    ...expecting('notEmptied'),
  };
}

type Update = Extract<Command, { do: 'update' }>;

/**
 * Returns the work without withdrawals that became impossible since the preview.
 *
 * The operation may have been sent meanwhile. Text is then emptied by another change; other fields
 * throw an error.
 */
export function withdrawnNow(ws: Workspace, subject: Subject, work: Update): Update {
  const { withdraw = [], values } = work;
  const late = withdraw.filter((field) => {
    const over = heldOver(ws, subject, field);
    return over === undefined || !isUnsendable(subject.resource, field, over);
  });
  if (late.length === 0) return work;
  const stuck = late.filter((field) => !isText(subject.resource, field));
  if (stuck.length > 0)
    throw new AppError('state', 'Sent since the preview.', {
      issues: stuck.map((field) => notEmptied(subject, field)),
      why: why('changed-since-preview'),
    });
  return {
    ...work,
    values: { ...values, ...Object.fromEntries(late.map((field) => [field, ''])) },
    withdraw: withdraw.filter((field) => !late.includes(field)),
  };
}
