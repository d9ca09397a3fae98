import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting, expectingMessage } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { limitOf } from '#contract/valueLimits.ts';
import { shortened } from '#contract/shortened.ts';
import { LONGEST_SHOWN, show } from '#contract/values.ts';
import { fieldAt, nested, sameAt, valueAt } from '../record/fieldPaths.ts';
import type { FieldChange } from '../record/diff.ts';
import { diffValues } from '../record/diff.ts';
import { nameOf } from '../outbox/draft.ts';
import { purposeOf } from '../outbox/enqueue.ts';
import { isOnlyWaiting, resourceToChange } from '../outbox/coalescable.ts';
import { overlay } from '../record/overlay.ts';
import { withOwnCreation } from '../outbox/ownCreation.ts';
import { findTarget, targetIfThere } from '../outbox/target.ts';
import type { EditTarget } from '../outbox/target.ts';
import { learnedResource } from '../store/learnedResource.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A record with its pending operations applied, as a changeset sees it. */
export interface Subject {
  readonly ref: string;
  /** The local id; null when the record has no operations. */
  readonly eid: string | null;
  readonly resource: Resource;
  readonly key: string | null;
  readonly title: string;
  readonly shown: JsonObject;
  readonly open: readonly StoredOperation[];
  /** An unsent record accepts every field; a sent one only those that the document allows in an update. */
  readonly purpose: 'draft' | 'update';
  readonly leaving: boolean;
}

/**
 * Finds a record by its id, its local id or its code.
 *
 * Throws `not-found` or `ambiguous`.
 */
export function subjectOf(ws: Workspace, kind: Kind, ref: string): Subject {
  return subjectFrom(ws, findTarget(ws, kind, ref), ref);
}

/**
 * Finds a record inside the transaction that queues its change.
 *
 * A pulled record may be one that was created here; then its pending operations count too.
 */
export function subjectToChange(ws: Workspace, kind: Kind, ref: string): Subject {
  return subjectFrom(ws, withOwnCreation(ws, findTarget(ws, kind, ref)), ref);
}

/**
 * Finds a record; returns null when a pull removed it.
 *
 * The caller can continue with the other records.
 */
export function subjectIfThere(ws: Workspace, kind: Kind, ref: string): Subject | null {
  const target = targetIfThere(ws, kind, ref);
  return target === null ? null : subjectFrom(ws, target, ref);
}

function subjectFrom(
  ws: Workspace,
  { kind, entity, stored, doc }: EditTarget,
  ref: string,
): Subject {
  const resource = learnedResource(ws, kind);
  const open = entity === null ? [] : ws.operations.openOf(entity.eid);
  const shown = overlay(resource, doc, open, ws.uploads.sentAs);
  return {
    ref: stored?.id ?? entity?.serviceId ?? entity?.eid ?? ref,
    eid: entity?.eid ?? null,
    resource,
    ...nameOf(resource, shown),
    shown,
    open,
    purpose: purposeOf(open),
    leaving: open.some(({ action }) => action === 'remove'),
  };
}

/** The effect of giving a record some values: changes and rejected values. */
export interface Preview {
  readonly changes: readonly FieldChange[];
  /** Values that no record accepts. */
  readonly issues: readonly Issue[];
  /** Values that this record no longer accepts; they stay unchanged. */
  readonly locked: readonly Issue[];
  readonly values: Readonly<Record<string, Json>>;
}

/**
 * Returns the effect of values under dotted names.
 *
 * `placeOf` names the place of a fault.
 */
export function previewUpdate(
  subject: Subject,
  given: Readonly<Record<string, Json>>,
  placeOf: (path: string) => string = (path) => path,
): Preview {
  const names = Object.keys(given).map((path) => path.split('.', 1)[0] ?? path);
  const resource = resourceToChange(subject.resource, subject.open, names);
  const results = Object.entries(given).map(([path, value]) => ({
    path,
    ...previewOne({ ...subject, resource }, path, value, placeOf(path)),
  }));
  return {
    changes: results.flatMap(({ change }) => change ?? []),
    issues: results.flatMap(({ fault }) => fault ?? []),
    locked: results.flatMap(({ locked }) => locked ?? []),
    values: Object.fromEntries(
      results.flatMap(({ path, change }) =>
        change === undefined || change.after === null ? [] : [[path, change.after]],
      ),
    ),
  };
}

interface One {
  readonly change?: FieldChange;
  readonly fault?: Issue;
  readonly locked?: Issue;
}

function previewOne(subject: Subject, path: string, value: Json, place: string): One {
  const { resource, shown, purpose } = subject;
  const field = fieldAt(resource, path);
  const owner = resource.fields[path.split('.', 1)[0] ?? ''];
  if (field === null || owner === undefined)
    return {
      fault: { place, value: show(value), ...expecting('fieldOf', { kind: resource.kind }) },
    };
  const before = valueAt(resource, shown, path);
  const parsed = field.schema.safeParse(value);
  const after = parsed.success ? parsed.data : value;
  if (sameAt(resource, path, before, after)) return {};
  if (purpose === 'update' && !owner.update)
    return { locked: { place, value: textOf(after), ...lockedAt(before) } };
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const expected = first === undefined ? expecting('another') : expectingMessage(first.message);
    return { fault: { place, value: textOf(value), ...expected } };
  }
  const limit = limitOf(after);
  if (limit !== null) return { fault: { place, value: '…', ...limit } };
  const fault = filesFault(subject, path, after);
  if (fault !== null) return { fault: { place, value: textOf(after), expected: fault } };
  return { change: { field: path, before, after } };
}

function lockedAt(before: Json | null): Expected {
  return before === null || before === ''
    ? expecting('unchangeable')
    : expecting('locked', { value: textOf(before) });
}

function filesFault(subject: Subject, path: string, value: Json): string | null {
  const { resource, shown, open } = subject;
  const change = diffValues(resource, shown, nested({ [path]: value })).files[path];
  if (change === undefined) return null;
  const gone = change.remove.filter((item) => !isOnlyWaiting(open, item));
  return resource.filesFault(path, { add: change.add.map(textOf), remove: gone.map(textOf) });
}

/**
 * Returns a value as cell text.
 *
 * Text has no quotes, other values are JSON, long ones are shortened.
 */
export function textOf(value: Json | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return show(value);
  return shortened(value, LONGEST_SHOWN);
}

/** Returns whether a stored patch contains a field or part. */
export function holdsPath(operation: StoredOperation, path: string): boolean {
  const [name = '', part] = path.split('.');
  const value = own(operation.patch.values, name);
  if (value === undefined) return false;
  return part === undefined || (typeof value === 'object' && value !== null && part in value);
}
