import { extensionsFor } from '#contract/files/rules.ts';
import { contentOf, KNOWN_EXTENSIONS } from '#contract/files/types.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** The extensions that one field of a kind takes: the document's, or all that it can hold. */
export function allowedIn(kind: Kind, name: string): readonly string[] {
  const resource = resourceOf(kind);
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field?.content === undefined || resource.upload === null) return [];
  const all = KNOWN_EXTENSIONS.filter((each) => contentOf(each) === field.content);
  return extensionsFor(resource, field) ?? all;
}

const known = new Map<Kind | null, readonly string[]>();

/** The extensions that the fields of a kind take together; of every kind where none is named. */
export function allowedFor(kind: Kind | null): readonly string[] {
  // Thousands of files ask this whenever one of them has come a little further.
  const all = known.get(kind) ?? allowedOf(kind);
  known.set(kind, all);
  return all;
}

function allowedOf(kind: Kind | null): readonly string[] {
  const kinds = kind === null ? resources.map((each) => each.kind) : [kind];
  const all = kinds.flatMap((each) =>
    Object.keys(resourceOf(each).fields).flatMap((name) => allowedIn(each, name)),
  );
  return [...new Set(all)];
}
