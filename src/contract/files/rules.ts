import type { Field, Label } from '../resources/field.ts';
import type { Resource } from '../resources/resource.ts';
import type { Purpose } from '../values.ts';
import { contentOf } from './types.ts';

/** The possible changes of a file field, as the document's bodies allow. */
export interface FileAbilities {
  /** A file can be added; for a single-file field, it can be set. */
  readonly add: boolean;
  /** One file can replace another. */
  readonly replace: boolean;
  /** A replacement keeps its position; otherwise it is added at the end. */
  readonly keepsPlace: boolean;
  /** A file on the service can be removed without a replacement. */
  readonly remove: boolean;
  /**
   * `all`: every order can be sent, the first being the cover. `new`: only unsent files can be
   * ordered.
   */
  readonly order: 'all' | 'new';
  /**
   * The extensions that the kind's upload accepts (doc §8); null where the document does not say.
   */
  readonly extensions: readonly string[] | null;
  readonly note: Label | null;
}

/**
 * Returns the possible changes of a file field for a purpose.
 *
 * Returns null when no change is possible.
 */
export function fileAbilities(
  resource: Resource,
  name: string,
  purpose: Purpose,
): FileAbilities | null {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field === undefined || (field.type !== 'file' && field.type !== 'files')) return null;
  if (resource.upload === null || !canChange(field, purpose)) return null;
  const created = purpose !== 'update' && field.create !== 'never';
  const list = field.type === 'files';
  return {
    add: true,
    replace: true,
    keepsPlace: created || !list || resource.swapsFiles,
    remove: list && (created || !resource.swapsFiles),
    order: created && list ? 'all' : 'new',
    extensions: extensionsFor(resource, field),
    note: created ? null : (field.note ?? null),
  };
}

function canChange(field: Field, purpose: Purpose): boolean {
  return purpose === 'update' ? field.update : field.create !== 'never' || field.update;
}

/**
 * Returns the extensions that the upload accepts and the field can hold.
 *
 * Returns null when they are unknown.
 */
export function extensionsFor(resource: Resource, field: Field): readonly string[] | null {
  const taken = resource.upload?.extensions ?? null;
  if (taken === null || field.content === undefined) return taken;
  return taken.filter((each) => contentOf(each) === field.content);
}

/** Returns the fields of a kind that suit a file name, best first. */
export function fieldsFor(resource: Resource, file: string): readonly string[] {
  const content = contentOf(file);
  return Object.entries(resource.fields)
    .filter(([, field]) => field.content !== undefined && field.content === content)
    .map(([name]) => name);
}
