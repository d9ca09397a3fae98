import type { Field, Label } from '../resources/field.ts';
import type { Resource } from '../resources/resource.ts';
import type { Purpose } from '../values.ts';
import { contentOf } from './types.ts';

/** What can be done with the files of one field, as the document's bodies allow it. */
export interface FileAbilities {
  /** Another file can join; for a field with one file: it can be given. */
  readonly add: boolean;
  /** One file can take the place of another. */
  readonly replace: boolean;
  /** What takes another's place stands where that stood; otherwise it joins at the end. */
  readonly keepsPlace: boolean;
  /** A file that the service holds can leave without another in its place. */
  readonly remove: boolean;
  /** `all`: every order can be sent, the first being the cover. `new`: only files not yet sent. */
  readonly order: 'all' | 'new';
  /** The extensions that the kind's upload takes (doc §8); null where the document does not say. */
  readonly extensions: readonly string[] | null;
  readonly note: Label | null;
}

/** What can be done with the files of a field, for a creation or a change; null where nothing can. */
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

/** The extensions that the upload takes and that are what the field holds; null where nothing says. */
export function extensionsFor(resource: Resource, field: Field): readonly string[] | null {
  const taken = resource.upload?.extensions ?? null;
  if (taken === null || field.content === undefined) return taken;
  return taken.filter((each) => contentOf(each) === field.content);
}

/** The fields of a kind that a file of this name could go to, best first. */
export function fieldsFor(resource: Resource, file: string): readonly string[] {
  const content = contentOf(file);
  return Object.entries(resource.fields)
    .filter(([, field]) => field.content !== undefined && field.content === content)
    .map(([name]) => name);
}
