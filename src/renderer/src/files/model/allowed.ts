import { extensionsFor } from '#contract/files/rules.ts';
import { contentOf, KNOWN_EXTENSIONS } from '#contract/files/types.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';

/**
 * Returns the extensions that one field of a kind takes.
 *
 * Uses the document's list, or every extension of the field's content.
 */
export function allowedIn(kind: Kind, name: string): readonly string[] {
  const resource = resourceOf(kind);
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field?.content === undefined || resource.upload === null) return [];
  const all = KNOWN_EXTENSIONS.filter((each) => contentOf(each) === field.content);
  return extensionsFor(resource, field) ?? all;
}

const known = new Map<Kind | null, readonly string[]>();

/** Returns the extensions of all fields of a kind; null means all kinds. */
export function allowedFor(kind: Kind | null): readonly string[] {
  // Cached: thousands of files ask this at each step of progress.
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
