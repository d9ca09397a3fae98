import i18next from 'i18next';
import { asAppError } from '#contract/errors.ts';
import { own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Assignment } from '#contract/files/match.ts';
import type { Output } from '#contract/procedures.ts';
import { fileRef } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { formatTime } from '../../i18n/format.ts';
import { undoField } from '../../fields/undo.ts';
import { undoGroupBy } from '../../fields/undo/undo.ts';
import { call } from '../../state/core.ts';

/** The result of queueing files, with its undo. */
export interface QueuedFiles {
  readonly placed: Output<'files.queue'>['placed'];
  readonly undo: () => Promise<void>;
}

/** Returns the default name of a batch of files. */
export function nameOfFiles(count: number): string {
  return i18next.t('files.group', { count, time: formatTime(Date.now()) });
}

type Field = Pick<Assignment, 'kind' | 'record' | 'field'>;

/** Files of one field that were queued together, each with the value that it replaced. */
interface Given extends Field {
  readonly files: ReadonlyMap<string, Json | undefined>;
}

/**
 * Queues files as one named batch.
 *
 * Undo removes only these files. Other pending changes of the record may share the operation and
 * even the field.
 */
export async function queueFiles(
  name: string,
  assignments: readonly Assignment[],
): Promise<QueuedFiles> {
  const before = new Map<string, Json | undefined>();
  for (const each of assignments) before.set(each.file, await replacedBy(each));
  const { group, placed } = await call('files.queue', { name, assignments: [...assignments] });
  const queued = new Set(placed.flatMap(({ file, operation }) => (operation === null ? [] : file)));
  const fields = Map.groupBy(
    assignments.filter(({ file }) => queued.has(file)),
    ({ kind, record, field }) => `${kind} ${record} ${field}`,
  );
  const given = [...fields.values()].flatMap(([first, ...more]): Given[] => {
    if (first === undefined) return [];
    return [
      { ...first, files: new Map([first, ...more].map(({ file }) => [file, before.get(file)])) },
    ];
  });
  // A replaced file that was sent since the choice has a new path, which only the core knows. The
  // core then does the undo.
  const isKnown = assignments.every(
    ({ file, instead }) => instead === undefined || before.get(file) !== undefined,
  );
  const undo = async () => {
    if (group !== null) await undoGroupBy(group, async () => isKnown && takeAllBack(given));
  };
  return { placed, undo };
}

async function replacedBy(each: Assignment): Promise<Json | undefined> {
  const single = resourceOf(each.kind).fields[each.field]?.type === 'file';
  if (!single && each.as === 'add') return undefined;
  const held = await valueOf(each).catch(unlessGone);
  if (!Array.isArray(held)) return held;
  const { instead } = each;
  return instead === undefined
    ? held[0]
    : held.find((item) => item === instead || stagedIn(item) === instead);
}

// Queueing reports a deleted record itself. Any other error is thrown: without the replaced value,
// Undo would lose a pending file.
function unlessGone(thrown: unknown): undefined {
  if (asAppError(thrown).code !== 'not-found') throw thrown;
}

// Files that were sent meanwhile cannot be removed here. The undo preview handles them and says
// why.
async function takeAllBack(given: readonly Given[]): Promise<boolean> {
  let all = true;
  for (const each of given) if (!(await takeBack(each).catch(() => false))) all = false;
  return all;
}

async function takeBack({ files, ...place }: Given): Promise<boolean> {
  const now = await valueOf(place);
  const held = Array.isArray(now) ? now : [now ?? ''];
  const isGiven = (item: Json) => files.has(stagedIn(item) ?? '');
  if (!held.some(isGiven)) return false;
  const left = held.flatMap((item) =>
    isGiven(item) ? (files.get(stagedIn(item) ?? '') ?? []) : [item],
  );
  if (Array.isArray(now)) await setValue(place, left);
  else await putBack(place, left[0]);
  return true;
}

// Restores the pending file that was replaced, or undoes the field.
async function putBack(place: Field, before: Json | undefined): Promise<void> {
  if (before !== undefined && stagedIn(before) !== null) await setValue(place, before);
  else await undoField(place.kind, place.record, place.field);
}

async function valueOf({ kind, record, field }: Field): Promise<Json | undefined> {
  return own((await call('records.get', { kind, ref: record })).record, field);
}

async function setValue({ kind, record, field }: Field, value: Json): Promise<void> {
  await call('records.update', { kind, ref: record, values: { [field]: value }, files: [] });
}

function stagedIn(item: Json): string | null {
  return fileRef.safeParse(item).data?.$file ?? null;
}
