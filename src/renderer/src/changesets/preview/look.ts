import { isNumeric } from '#contract/numbers.ts';
import type { Changeset } from '#contract/changesets/changeset.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { fieldAt } from '../../fields/model/fields.ts';

/** The layout of a preview: one line for each field, or a single field in columns. */
export interface ChangesetLook {
  readonly kind: Kind;
  readonly layout: 'lines' | 'values' | 'numbers';
  /** The only field that the changeset changes; undefined for several. */
  readonly field: Field | undefined;
  readonly path: string;
  /** True if rows are identified by their number in a sheet. */
  readonly numbered: boolean;
  readonly columns: number;
}

const ONE_FIELD: ReadonlySet<string> = new Set(['set', 'clear', 'replace', 'add', 'percent']);

/** Returns the layout that suits a changeset. */
export function lookOf({ kind, label }: Changeset): ChangesetLook {
  const made = label.code === 'undo' ? (label.of ?? label) : label;
  const path = made.params['field'] ?? '';
  const field = ONE_FIELD.has(made.code) ? fieldAt(kind, path) : undefined;
  const isNumber = field !== undefined && isNumeric(field);
  const layout = field === undefined ? 'lines' : isNumber ? 'numbers' : 'values';
  const numbered = label.code === 'import' || label.code === 'paste';
  const columns = { lines: 5, values: 6, numbers: 7 }[layout] + (numbered ? 1 : 0);
  return { kind, layout, field, path, numbered, columns };
}
