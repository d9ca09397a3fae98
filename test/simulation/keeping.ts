import path from 'node:path';
import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Field } from './drafts.ts';
import type { Edit, Unsure } from './intent.ts';
import { openIds, operationWith } from './operations.ts';
import { trackedOf } from './oracle.ts';
import type { Person } from './person.ts';

/** A file given with a record: its field and its staged name. */
export interface GivenFile {
  readonly field: string;
  readonly file: string;
}

/** A record that is changed; `eid` is null where nothing of ours is known of it yet. */
interface Changed {
  readonly kind: Kind;
  readonly ref: string;
  readonly eid: string | null;
}

/** One value in the watched fields, with the other content given with it. */
interface Form {
  readonly value: number;
  readonly fields: readonly Field[];
  readonly values?: JsonObject;
  readonly files?: readonly GivenFile[];
}

/** Keeps a change of one field or of several, as a form does. */
export async function keep(
  person: Person,
  { kind, ref, eid }: Changed,
  { value, fields, ...further }: Form,
): Promise<void> {
  const own = fields.map((field) => [field, field === 'name' ? `N${value}` : String(value)]);
  const values = { ...Object.fromEntries(own), ...further.values };
  const files = [...(further.files ?? [])];
  const edits = fields.map((field) => ({ value, field, operation: null }));
  const unsure: Unsure | null =
    eid === null ? null : { what: 'edit', edits: edits.map((edit) => ({ ...edit, eid })) };
  const before = openIds(person.ws);
  const queued = await person.attempt(unsure, () =>
    person.handlers()['records.update']({ kind, ref, values, files }),
  );
  const operation = queued?.operation ?? null;
  if (operation === null) return;
  const owner = person.ws?.operations.get(operation)?.eid ?? null;
  person.oracle.learn();
  for (const edit of edits)
    person.edits.push({ ...edit, eid: owner, operation: holderOf(person, operation, edit) });
  const joined = person.ws?.operations.get(operation);
  if (!before.has(operation)) person.byPerson(operation);
  else if (joined?.state === 'waiting') person.oracle.noteEdit(joined.seq);
}

/** Of a change that was parted between a creation and one behind it, the operation that took a field. */
function holderOf(
  { ws }: Person,
  id: string,
  { field, value }: Pick<Edit, 'field' | 'value'>,
): string {
  const named = ws?.operations.get(id) ?? null;
  if (ws === null || named === null || trackedOf(named.patch.values)[field] === value) return id;
  return operationWith(ws, { value, eid: named.eid, field, operation: null })?.id ?? id;
}

/** Stages a file of the person's for a field. */
export async function stage(
  person: Person,
  kind: Kind,
  field: string,
  name: string,
): Promise<GivenFile[]> {
  const staged = await person.attempt(null, () =>
    person.handlers()['files.stage']({ path: path.join(person.given.folder, name), kind, field }),
  );
  if (staged === null) return [];
  person.files.set(staged.file, staged.sha256);
  return [{ field, file: staged.file }];
}
