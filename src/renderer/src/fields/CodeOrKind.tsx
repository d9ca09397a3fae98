import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../i18n/i18n.ts';

/** The code of an operation's record; what kind of thing it is where it has none. */
export function CodeOrKind({ of: { kind, key } }: { readonly of: Operation }) {
  if (key !== null) return <code className="mono">{key}</code>;
  return <span className="quiet">{textOf(resourceOf(kind).singular).toLowerCase()}</span>;
}
