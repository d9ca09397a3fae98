import path from 'node:path';
import { Readable } from 'node:stream';
import type { Issue } from '#contract/errors.ts';
import { json } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { fieldAt } from '../../record/fieldPaths.ts';
import type { ChangesetStore } from '../changesetStore.ts';
import { HANDED_ON } from '../../platform/privateFiles.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Cell } from './cell.ts';
import { csvLine, csvText } from './cellText.ts';
import { guardFormula } from './guard.ts';
import { signatureOf } from './columns.ts';
import { bomOf, encoder } from './encoding.ts';
import { cellOfKept } from './keptCell.ts';
import { LayoutStore } from '../../store/layoutStore.ts';
import { UNSAYABLE, rejectCell } from './rejectCell.ts';
import { targetOf, writeStream } from '../../files/outputFile.ts';
import { xlsxStream } from './xlsxWriter.ts';
import type { OutCell } from './xlsxWriter.ts';
import type { OpenSheet } from './openedSheet.ts';

/** The column with the reason; an import ignores it. */
const REASON = 'Reason / Powód';
const PAGE = 200;

/** Writes the rejected rows with reasons as a sheet like the original. */
export async function writeRejects(
  ws: Workspace,
  plan: ChangesetStore,
  sheet: OpenSheet,
  to: string | null,
) {
  const name = `${path.parse(sheet.name).name}-rejects.${sheet.format}`;
  const { file, download } = targetOf(ws, to, name);
  await writeStream(ws.platform.disk.files, streamOf(plan, sheet), file, HANDED_ON);
  // The corrected file is read with the layout of the original sheet.
  const own = sheet.columns.filter(({ name }) => name !== REASON);
  new LayoutStore(ws.work).save(sheet.kind, signatureOf(namesOf(sheet)), {
    fields: [...own.map(({ field }) => field), null],
    decimal: sheet.toldMark ?? undefined,
  });
  return { rows: plan.counts().error, file, download };
}

function namesOf(sheet: OpenSheet): string[] {
  return [...sheet.columns.map(({ name }) => name).filter((name) => name !== REASON), REASON];
}

/** Yields each row's cells and its reason; a new reason replaces an older one. */
function* rejects(plan: ChangesetStore, sheet: OpenSheet): Generator<readonly Cell[]> {
  const names = namesOf(sheet);
  const fields = fieldsOf(sheet);
  const old = sheet.columns.findIndex(({ name }) => name === REASON);
  const columns = sheet.columns.length;
  let last = -1;
  for (;;) {
    const rows = plan.rejectsAfter(last, PAGE);
    if (rows.length === 0) return;
    for (const { row, cells: kept, issues } of rows) {
      const cells = (kept ?? []).map(cellOfKept);
      const own = cells.slice(0, columns).filter((_, index) => index !== old);
      const lost = sheet.format === 'xlsx' ? lostTexts(names, fields, own, issues) : [];
      const reason: Cell = { text: [...told(issues), ...lost].join(' | '), type: 'text' };
      // Surplus cells follow the reason. Otherwise the uncorrected row would be accepted.
      yield [...own, reason, ...cells.slice(columns)];
      last = row;
    }
  }
}

function told(issues: readonly Issue[]): readonly string[] {
  return issues.map(
    ({ place, value, expected }) => `${place}: ${JSON.stringify(value)}, expected ${expected}`,
  );
}

/**
 * Returns the texts of cells that a workbook cannot hold.
 *
 * Texts that a reason quotes already are left out.
 */
function lostTexts(
  names: readonly string[],
  fields: readonly (Field | null)[],
  cells: readonly Cell[],
  issues: readonly Issue[],
): readonly string[] {
  return cells.flatMap((cell, index) => {
    const isLost = rejectCell(fields[index]?.type, cell) === UNSAYABLE;
    if (!isLost || issues.some(({ value }) => value === cell.text)) return [];
    return [`${names[index] ?? ''}: ${JSON.stringify(cell.text)}`];
  });
}

function fieldsOf(sheet: OpenSheet): readonly (Field | null)[] {
  const resource = resourceOf(sheet.kind);
  const own = sheet.columns.filter(({ name }) => name !== REASON);
  return [...own.map(({ field }) => (field === null ? null : fieldAt(resource, field))), null];
}

function streamOf(plan: ChangesetStore, sheet: OpenSheet): Readable {
  const names = namesOf(sheet);
  const fields = fieldsOf(sheet);
  if (sheet.format === 'json') return Readable.from(jsonOf(names, rejects(plan, sheet)));
  if (sheet.format === 'csv')
    return Readable.from(csvOf(sheet, names, fields, rejects(plan, sheet)));
  const columns = names.map((name) => ({ name, width: name === REASON ? 60 : 18 }));
  return xlsxStream(sheet.name, columns, cellsOf(fields, rejects(plan, sheet)));
}

function* csvOf(
  { dialect }: OpenSheet,
  names: readonly string[],
  fields: readonly (Field | null)[],
  rows: Iterable<readonly Cell[]>,
): Generator<Buffer> {
  const { encoding, separator } = dialect;
  const bytes = tolerant(encoder(encoding));
  yield bomOf(encoding);
  yield bytes(csvLine(names.map(guardFormula), separator));
  for (const cells of rows)
    yield bytes(
      csvLine(
        cells.map((cell, index) => csvText(fields[index] ?? null, cell.text)),
        separator,
      ),
    );
}

/**
 * Returns an encoder that writes `?` for characters outside the encoding.
 *
 * A reason may quote such characters.
 */
function tolerant(bytes: (text: string) => Buffer): (text: string) => Buffer {
  return (text) => {
    try {
      return bytes(text);
    } catch {
      return Buffer.concat(
        Array.from(text, (letter) => {
          try {
            return bytes(letter);
          } catch {
            return bytes('?');
          }
        }),
      );
    }
  };
}

async function* cellsOf(
  fields: readonly (Field | null)[],
  rows: Iterable<readonly Cell[]>,
): AsyncGenerator<readonly OutCell[]> {
  for (const cells of rows) yield cells.map((cell, index) => rejectCell(fields[index]?.type, cell));
}

function* jsonOf(names: readonly string[], rows: Iterable<readonly Cell[]>): Generator<string> {
  let before = '[\n';
  for (const cells of rows) {
    const filled = cells.flatMap((cell, index) =>
      cell.text === '' ? [] : [[names[index] ?? '', jsonValue(cell)]],
    );
    yield before + JSON.stringify(Object.fromEntries(filled));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * Returns a cell's JSON value; text stays text.
 *
 * An item that was not a record is wrapped in a list, so it stays invalid.
 */
function jsonValue({ text, type }: Cell): Json {
  if (type === 'text') return text;
  const value = json.parse(JSON.parse(text));
  return type === 'error' ? [value] : value;
}
