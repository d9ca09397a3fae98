import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

/** The fields of a kind that this service keeps in updates, although its document omits them. */
export type KeptUpdates = ReadonlySet<string>;

/** Fields that the service sets by itself, which are no sign of a user's change. */
export const OWN_TO_SERVICE: ReadonlySet<string> = new Set([
  '_id',
  '__v',
  'createdAt',
  'updatedAt',
]);

const made = new WeakMap<Resource, Map<string, Resource>>();

/**
 * Returns a descriptor whose `update` says what this service accepts.
 *
 * A field is updatable if the document lists it or if the service has kept a change of it. Equal
 * input returns the same object.
 */
export function withKeptUpdates(resource: Resource, kept: KeptUpdates): Resource {
  const names = [...kept].filter((name) => isUndocumented(resource, name)).toSorted();
  if (names.length === 0) return resource;
  const known = made.get(resource) ?? new Map<string, Resource>();
  made.set(resource, known);
  const key = names.join(' ');
  const learned = known.get(key) ?? { ...resource, fields: withUpdates(resource, new Set(names)) };
  known.set(key, learned);
  return learned;
}

function withUpdates({ fields }: Resource, names: KeptUpdates): Resource['fields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, Field] => [
      name,
      names.has(name) ? { ...field, update: true } : field,
    ]),
  );
}

/** Returns whether a descriptor has a field whose update is neither documented nor learned. */
export function isUndocumented({ fields }: Resource, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name]?.update === false;
}

/**
 * Returns whether a change of a field can be tried.
 *
 * Files need an upload whose use is not documented, and the service sets some fields by itself.
 */
export function isTriable(resource: Resource, name: string): boolean {
  const type = resource.fields[name]?.type;
  const isFile = type === 'file' || type === 'files';
  return isUndocumented(resource, name) && !isFile && !OWN_TO_SERVICE.has(name);
}
