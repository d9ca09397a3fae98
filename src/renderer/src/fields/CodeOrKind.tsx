import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../i18n/i18n.ts';

/** Shows the code of an operation's record, or its kind if it has no code. */
export function CodeOrKind({ of: { kind, key } }: { readonly of: Operation }) {
  if (key !== null) return <code className="mono">{key}</code>;
  return <span className="quiet">{textOf(resourceOf(kind).singular).toLowerCase()}</span>;
}
