import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isNumeric, keptDoubt } from '#contract/numbers.ts';
import type { Mark } from '#contract/numbers.ts';
import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import type { Input, Output } from '#contract/procedures.ts';
import type { Field } from '#contract/resources/field.ts';
import { draftKinds } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { StatusLabels } from '#contract/statusLabels.ts';
import { fieldAt, nested } from '../../record/fieldPaths.ts';
import { markOfBlock } from '../../changesets/sheets/blockMark.ts';
import { cellValue } from '../../changesets/sheets/cell.ts';
import { matchColumns } from '../../changesets/sheets/columns.ts';
import { clipboardRows, widthOf } from '../../changesets/sheets/csv.ts';

type Fields = readonly (string | null)[];

/** Reads cells copied from a spreadsheet as parts, one per row. */
export function readCopied(
  input: Input<'productDrafts.readSheet'>,
  labels?: StatusLabels,
): Output<'productDrafts.readSheet'> {
  const block = clipboardRows(input.text).filter((row) => row.some((cell) => cell.trim() !== ''));
  const [first, ...below] = block;
  if (first === undefined)
    throw invalid([{ place: 'text', value: '', ...expecting('copiedCells') }]);
  const kind = input.kind ?? kindOf(first);
  const resource = resourceOf(kind);
  const named = fieldsByName(resource, first);
  const head = input.head ?? named.some((field) => field !== null);
  const found = input.fields ?? (head ? named : fieldsByPlace(resource));
  const fields = Array.from({ length: widthOf(block) }, (_, at) =>
    takenBy(resource, found[at] ?? null),
  );
  const mark = markOfBlock(resource, fields, block) ?? input.habit ?? ',';
  return {
    kind,
    head,
    columns: fields.map((field, at) => ({ name: head ? (first[at] ?? '') : '', field })),
    rows: (head ? below : block).map((row) =>
      valuesOf(resource, fields, row, (field, text) => valueOf(field, text, mark, labels)),
    ),
  };
}

/** Returns the kind with the most fields among the column names. */
function kindOf(names: readonly string[]): Kind {
  const known = (kind: Kind) =>
    fieldsByName(resourceOf(kind), names).filter((field) => field !== null).length;
  const kinds = draftKinds.map(({ kind }) => kind);
  return kinds.reduce((best, kind) => (known(kind) > known(best) ? kind : best));
}

function fieldsByName(resource: Resource, names: readonly string[]): Fields {
  return matchColumns(resource, names).map((field) => takenBy(resource, field));
}

/** Returns the default fields without a header row: the code, then the name. */
function fieldsByPlace({ key, title }: Resource): Fields {
  return key === null ? [title] : [key, title];
}

/**
 * Returns the field when a creation accepts it as text; null otherwise.
 *
 * Files are staged instead of named.
 */
function takenBy(resource: Resource, path: string | null): string | null {
  if (path === null || path === ID_COLUMN) return null;
  const field = fieldAt(resource, path);
  const owner = resource.fields[path.split('.')[0] ?? ''];
  const isFile = field?.type === 'file' || field?.type === 'files';
  return field === null || isFile || owner?.create === 'never' ? null : path;
}

function valuesOf(
  resource: Resource,
  fields: Fields,
  row: readonly string[],
  read: (field: Field, text: string) => Json | null,
): JsonObject {
  const values: Record<string, Json> = {};
  fields.forEach((path, at) => {
    const field = path === null ? null : fieldAt(resource, path);
    const value = field === null ? null : read(field, row[at] ?? '');
    if (path !== null && value !== null) values[path] = value;
  });
  return nested(values);
}

/** Reads a cell; an invalid text is kept, and the draft reports its fault. */
function valueOf(field: Field, text: string, mark: Mark, labels?: StatusLabels): Json | null {
  const read = cellValue(field, { text, type: 'text' }, mark, labels);
  if ('blank' in read) return null;
  const parsed = 'value' in read ? field.schema.safeParse(read.value) : null;
  if (parsed?.success === true) return parsed.data;
  return isNumeric(field) ? keptDoubt(text, mark, field.unit) : text;
}
