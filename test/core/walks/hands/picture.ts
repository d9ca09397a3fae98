import type { Json } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import { STATES } from '#contract/operations.ts';
import { fileRef } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { pathsOf, sameAt, valueAt } from '#core/record/fieldPaths.ts';
import type { TestWorkstation } from '../../../support/desk.ts';
import { PLACES } from './fields.ts';

/** The values of a record by field. */
export type Values = Readonly<Record<string, Json | null>>;

/** A record as a person sees it. */
export interface Seen {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly values: Values;
  readonly leaving: boolean;
  readonly pending: string | null;
}

/**
 * The view of the user at one moment.
 *
 * It holds the records by name, the pending operations and all operations.
 */
export interface Picture {
  readonly records: ReadonlyMap<string, Seen>;
  readonly open: readonly Operation[];
  readonly all: readonly Operation[];
}

const ENDED: ReadonlySet<string> = new Set(['done', 'discarded', 'merged']);

/** Returns the name of a record for the user: its code or, without one, its title. */
function nameIn(kind: Kind, values: Values): string {
  const { key, title } = resourceOf(kind);
  const name = values[key ?? title];
  return `${kind}/${typeof name === 'string' ? name : JSON.stringify(name)}`;
}

/** The bytes that stand behind the names of files. */
export interface Hashes {
  readonly staged: ReadonlyMap<string, string>;
  readonly desk: TestWorkstation;
}

function filesOf({ staged, desk }: Hashes, value: Json | null): Json | null {
  if (value === null) return null;
  const items = Array.isArray(value) ? value : [value];
  const stored = new Map(desk.service.state.files().map(({ path, sha256 }) => [path, sha256]));
  const named = items.map((item) => {
    if (typeof item === 'string') return stored.get(item) ?? item;
    return staged.get(fileRef.safeParse(item).data?.$file ?? '') ?? JSON.stringify(item);
  });
  return named.length === 0 ? null : named.sort().join(' ');
}

/** All fields of a record in a form that can be compared. */
export function valuesOf(
  hashes: Hashes,
  kind: Kind,
  record: Parameters<typeof valueAt>[1],
): Values {
  const resource = resourceOf(kind);
  return Object.fromEntries(
    pathsOf(resource)
      // Values that the service sets itself count as no change.
      .filter(([, field]) => field.create !== 'never' || field.update)
      .filter(([, field]) => field.formMayDiffer !== true)
      .map(([path, field]) => {
        const value = valueAt(resource, record, path);
        if (field.type === 'file' || field.type === 'files') return [path, filesOf(hashes, value)];
        return [path, value === '' ? null : value];
      }),
  );
}

/** Whether both mean the same there; an empty text is no value. */
export function same(kind: Kind, path: string, a: Json | null, b: Json | null): boolean {
  const empty = (value: Json | null) => (value === '' ? null : value);
  const resource: Resource = resourceOf(kind);
  const type = pathsOf(resource).find(([name]) => name === path)?.[1].type;
  if (type === 'file' || type === 'files') return (a ?? '') === (b ?? '');
  return sameAt(resource, path, empty(a), empty(b));
}

/**
 * Returns the visible records of all kinds and the operations.
 *
 * Two records with one code are a fault.
 */
export async function look(hashes: Hashes): Promise<Picture> {
  const { desk } = hashes;
  const records = new Map<string, Seen>();
  const { operations: all } = await desk.call('outbox.list', {
    states: [...STATES],
    limit: 10_000,
  });
  const open = all.filter(({ state }) => !ENDED.has(state));
  const leaving = new Set(
    open.flatMap(({ action, recordId, serviceId }) =>
      action === 'remove' ? [recordId, serviceId ?? recordId] : [],
    ),
  );
  const making = new Set(
    open.flatMap(({ action, recordId, attempts }) =>
      action === 'create' && attempts > 0 ? [recordId] : [],
    ),
  );
  for (const kind of KINDS) {
    const { records: found } = await desk.call('records.whole', { kind, limit: 1000 });
    for (const { id, record, pending, missingSince } of found) {
      if (missingSince !== null && pending === null) continue;
      const values = valuesOf(hashes, kind, record);
      const name = nameIn(kind, values);
      const seen = { kind, id, name, values, leaving: leaving.has(id), pending };
      const other = records.get(name);
      // Until its creation is looked for, a record whose answer was lost may be read beside itself.
      const isLookedFor = (each: Seen) => making.has(each.id);
      if (other !== undefined && !isLookedFor(other) && !isLookedFor(seen))
        throw new Error(`twice: ${name}`);
      if (other === undefined || isLookedFor(seen)) records.set(name, seen);
    }
  }
  return { records, open, all };
}

/** The same of the service. */
export function there(hashes: Hashes): ReadonlyMap<string, Seen> {
  const records = new Map<string, Seen>();
  for (const kind of KINDS)
    for (const record of hashes.desk.service.state.all(PLACES[kind])) {
      const values = valuesOf(hashes, kind, record);
      const name = nameIn(kind, values);
      if (records.has(name)) throw new Error(`twice at the service: ${name}`);
      const id = String(record['_id']);
      records.set(name, { kind, id, name, values, leaving: false, pending: null });
    }
  return records;
}

/** The fields in which two pictures of one record differ. */
export function differing(one: Seen, two: Seen): readonly string[] {
  return Object.keys(one.values).filter(
    (path) => !same(one.kind, path, one.values[path] ?? null, two.values[path] ?? null),
  );
}

/** The names of all records of which one of two pictures knows. */
export function namesIn(one: Picture, two: Picture): ReadonlySet<string> {
  return new Set([...one.records.keys(), ...two.records.keys()]);
}

/** The name of the record that an operation is of. */
export function nameOf({ kind, key, title }: Pick<Operation, 'kind' | 'key' | 'title'>): string {
  return `${kind}/${key ?? title}`;
}
