import { isNumeric } from '#contract/numbers.ts';
import { Readable } from 'node:stream';
import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import type { Selection } from '#contract/changesets/changeset.ts';
import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import type { ExportFormat } from '#contract/changesets/sheet.ts';
import type { Query } from '#contract/query.ts';
import type { Field } from '#contract/resources/field.ts';
import { text } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { fieldAt, nested, pathsOf, valueAt } from '../../record/fieldPaths.ts';
import { selectedIds } from '../bulkChange.ts';
import type { ChangesetJob } from '../job.ts';
import { subjectIfThere, subjectOf } from '../subject.ts';
import { HANDED_ON } from '../../platform/privateFiles.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { cellText, csvLine, csvText, decimalOf } from './cellText.ts';
import { bomOf, encoder } from './encoding.ts';
import { guardFormula, guardTyped } from './guard.ts';
import { targetOf, writeStream } from '../../files/outputFile.ts';
import { SHEET_DAY, xlsxStream } from './xlsxWriter.ts';
import type { OutCell, OutColumn } from './xlsxWriter.ts';

/** The records to export, the format, and the target. */
export interface ExportRequest {
  readonly query: Query;
  readonly ids?: readonly string[] | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly as: ExportFormat;
  readonly to: string | null;
}

interface Column {
  readonly path: string;
  readonly field: Field;
}

const ID_FIELD = text({ label: { en: 'id', pl: 'id' }, group: '' });

/** Exports records with pending changes to a file that imports unchanged. */
export async function exportSheet(ws: Workspace, request: ExportRequest, job: ChangesetJob) {
  const { kind } = request.query;
  const columns = columnsOf(resourceOf(kind), request.columns);
  const selection: Selection =
    request.ids === undefined ? { query: request.query } : { ids: [...request.ids] };
  const ids = request.ids?.length === 0 ? [] : selectedIds(ws, kind, selection);
  const isChosen = request.ids !== undefined;
  const { format } = request.as;
  const { file, download } = targetOf(ws, request.to, `${kind}.${format}`);
  let rows = 0;
  const records = readRecords(ws, kind, { ids, isChosen }, job, () => (rows += 1));
  const stream = streamOf(kind, columns, request.as, records);
  await writeStream(ws.platform.disk.files, stream, file, HANDED_ON);
  return { rows, file, download };
}

function columnsOf(resource: Resource, wanted: readonly string[] | undefined): readonly Column[] {
  const all = [ID_COLUMN, ...pathsOf(resource).map(([path]) => path)];
  const names = wanted ?? all;
  // A field with parts is exported as all its parts.
  const paths = names.flatMap((name) => {
    const { parts } = fieldAt(resource, name) ?? {};
    return parts === undefined ? [name] : Object.keys(parts).map((part) => `${name}.${part}`);
  });
  return paths.map((path) => {
    const field = path === ID_COLUMN ? ID_FIELD : fieldAt(resource, path);
    if (field !== null) return { path, field };
    throw invalid([
      {
        place: 'columns',
        value: JSON.stringify(path),
        ...expecting('oneOf', { list: all.join(', ') }),
      },
    ]);
  });
}

interface Exported {
  readonly ids: readonly string[];
  /** The user chose each record, so a missing one is an error. */
  readonly isChosen: boolean;
}

type Values = (column: Column) => Json | null;
const CHUNK = 100;

async function* readRecords(
  ws: Workspace,
  kind: Kind,
  { ids, isChosen }: Exported,
  job: ChangesetJob,
  onRecord: () => void,
): AsyncGenerator<Values> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    job.check();
    for (const id of ids.slice(at, at + CHUNK)) {
      const subject = isChosen ? subjectOf(ws, kind, id) : subjectIfThere(ws, kind, id);
      if (subject === null) continue;
      const { ref, shown, resource } = subject;
      yield ({ path }) => (path === ID_COLUMN ? ref : valueAt(resource, shown, path));
      onRecord();
    }
    const done = Math.min(ids.length, at + CHUNK);
    await job.pause(done, done / ids.length);
  }
}

function streamOf(
  kind: Kind,
  columns: readonly Column[],
  as: ExportFormat,
  records: AsyncIterable<Values>,
): Readable {
  if (as.format === 'json') return Readable.from(jsonLines(columns, records));
  if (as.format === 'csv') return Readable.from(csvLines(columns, as, records));
  const heads = columns.map(({ path, field }): OutColumn => {
    const width = Math.round((field.column?.width ?? 110) / 7);
    return { name: path, width };
  });
  return xlsxStream(resourceOf(kind).label.en, heads, xlsxCells(columns, records));
}

async function* csvLines(
  columns: readonly Column[],
  { separator, decimal, encoding, bom }: Extract<ExportFormat, { format: 'csv' }>,
  records: AsyncIterable<Values>,
): AsyncGenerator<Buffer> {
  const bytes = encoder(encoding);
  // UTF-16 cannot be recognised without its byte order mark.
  if (bom || encoding.startsWith('utf-16')) yield bomOf(encoding);
  yield bytes(
    csvLine(
      columns.map(({ path }) => guardFormula(path)),
      separator,
    ),
  );
  for await (const valueOf of records) {
    const cells = columns.map((column) =>
      csvText(column.field, cellText(column.field, valueOf(column), decimal)),
    );
    yield bytes(csvLine(cells, separator));
  }
}

async function* xlsxCells(
  columns: readonly Column[],
  records: AsyncIterable<Values>,
): AsyncGenerator<readonly OutCell[]> {
  for await (const valueOf of records)
    yield columns.map((column) => outCell(column.field, valueOf(column)));
}

/** Numbers with more digits than a spreadsheet keeps are exported as text. */
const MOST_DIGITS = 15;

/**
 * Returns a value as a typed cell: number, day or truth value.
 *
 * Other values become text.
 */
export function outCell(field: Field, value: Json | null): OutCell {
  if (value === null || value === '') return { is: 'empty' };
  if (isNumeric(field)) {
    const decimal = decimalOf(value);
    const isShort = decimal !== null && decimal.replaceAll(/\D/g, '').length <= MOST_DIGITS;
    if (isShort) return { is: 'number', text: decimal };
  }
  if (typeof value === 'boolean') return { is: 'flag', value };
  const text = cellText(field, value, '.');
  const isDay = field.type === 'date' && SHEET_DAY.test(text);
  return isDay ? { is: 'date', day: text } : { is: 'text', text: guardTyped(text) };
}

async function* jsonLines(
  columns: readonly Column[],
  records: AsyncIterable<Values>,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const valueOf of records) {
    const values = columns.flatMap((column) => {
      const value = valueOf(column);
      return value === null ? [] : [[column.path, value] as const];
    });
    yield before + JSON.stringify(nested(Object.fromEntries(values)));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
