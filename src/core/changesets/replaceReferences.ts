import { invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { show } from '#contract/values.ts';
import { valueAt } from '../record/fieldPaths.ts';
import { placesIn } from '../record/chosenKinds.ts';
import type { ChosenPlace } from '../record/chosenKinds.ts';
import { referencePaths, withReference } from '../record/references.ts';
import { everyUser, namedRecord } from '../outbox/usedBy.ts';
import type { NamedRecord } from '../outbox/usedBy.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { rowOf } from './bulkChange.ts';
import type { Wanted } from './bulkChange.ts';
import type { ChangesetJob } from './job.ts';
import type { NewRow, ChangesetStore } from './changesetStore.ts';
import { subjectOf } from './subject.ts';
import type { Subject } from './subject.ts';

/** Two records of one kind; the second replaces the first in all references. */
export interface ReferenceExchange {
  readonly from: NamedRecord;
  readonly to: NamedRecord;
  readonly label: GroupLabel;
}

/**
 * Returns the records of a replacement of references.
 *
 * Throws `invalid` when the second cannot replace the first.
 */
export function referenceExchange(
  ws: Workspace,
  kind: Kind,
  ref: string,
  other: string,
): ReferenceExchange {
  const [from, to] = [namedRecord(ws, kind, ref), namedRecord(ws, kind, other)];
  const [old, next] = [subjectOf(ws, kind, from.id), subjectOf(ws, kind, to.id)];
  const refuse = (code: 'otherRecord' | 'hasCode' | 'leaving' | 'sentFirst') =>
    invalid([{ place: 'with', value: show(other), ...expecting(code) }]);
  if (from.id === to.id) throw refuse('otherRecord');
  if (to.code === null) throw refuse('hasCode');
  if (next.leaving) throw refuse('leaving');
  // If its creation were rejected, every reference would name a record that does not exist.
  if (next.open.some(({ action }) => action === 'create')) throw refuse('sentFirst');
  const params = { record: old.key ?? old.title, with: next.key ?? next.title };
  return { from, to, label: { code: 'references', kind, count: 0, params } };
}

const CHUNK = 100;

/**
 * Fills a plan with every record that refers to the first, referring to the second instead.
 *
 * Records that can be changed come before those that cannot.
 */
export async function planReferences(
  ws: Workspace,
  plan: ChangesetStore,
  { from, to }: ReferenceExchange,
  job: ChangesetJob,
): Promise<void> {
  const users = everyUser(ws, from);
  const places = new Map(KINDS.map((kind) => [kind, ws.facts.chosenPlaces(kind)]));
  const rows: NewRow[] = [];
  for (let at = 0; at < users.length && !job.stopped; at += CHUNK) {
    for (const { kind, id } of users.slice(at, at + CHUNK)) {
      const row = rowOf(ws, kind, id, 0, (subject) =>
        exchanged(subject, from, to, places.get(kind)),
      );
      rows.push({ ...row, kind, work: row.work === null ? null : { ...row.work, kind } });
    }
    await job.pause(rows.length, rows.length / users.length);
  }
  const first = rows.filter(({ outcome }) => outcome === 'changed');
  const rest = rows.filter(({ outcome }) => outcome !== 'changed');
  plan.addAll([...first, ...rest].map((row, index) => ({ ...row, row: index + 1 })));
}

function exchanged(
  subject: Subject,
  from: NamedRecord,
  to: NamedRecord,
  places: readonly ChosenPlace[] = [],
): Wanted {
  const { resource, shown, purpose } = subject;
  const values: Record<string, Json> = {};
  const issues: Issue[] = [];
  const canChange = (path: string) => {
    const field = resource.fields[path.split('.', 1)[0] ?? ''];
    return field !== undefined && (purpose === 'draft' || field.update);
  };
  for (const path of referencePaths(resource, shown, from, places)) {
    const before = valueAt(resource, shown, path);
    const after =
      before === null
        ? null
        : withReference(before, path, from, to, placesIn(places, resource, path));
    if (!canChange(path))
      issues.push({ place: path, value: from.code ?? from.id, ...expecting('unchangeable') });
    else if (after === null)
      issues.push({ place: path, value: to.code ?? to.id, ...expecting('namesBoth') });
    else values[path] = after;
  }
  return { values, issues };
}
