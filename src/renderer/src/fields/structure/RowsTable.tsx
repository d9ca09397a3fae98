import { useRef, useState } from 'react';
import type { ClipboardEvent, FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { blockCells } from '../model/block.ts';
import { KeyInput } from './AddKey.tsx';
import { useEditing } from './editing.ts';
import { cellValue } from './model/cell.ts';
import { setAt } from './model/editText.ts';
import { isAmount, isBroad, isWide } from './model/columns.ts';
import type { Column, Row, TableBlock } from './model/layout.ts';
import { pasteRows, withoutBlankRow } from './model/rows.ts';
import { NO_SHAPE } from './model/shape.ts';
import { TableRow } from './TableRow.tsx';
import { useRowKeys } from './useRowKeys.ts';
import type { RowKeys } from './useRowKeys.ts';

/** Rows that are drawn before the user asks for more. */
const FIRST = 50;
const MORE = 200;

interface RowsTableProps {
  readonly table: TableBlock;
  readonly label: string;
}

/** A table of like objects, with a row to add another. */
export function RowsTable({ table, label }: RowsTableProps) {
  const { t } = useTranslation();
  const { readOnly } = useEditing();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(FIRST);
  const frame = useRef<HTMLDivElement>(null);
  const columns = [...table.columns, ...addedColumns(table, added)];
  const all = readOnly ? table.rows.filter(({ node }) => node !== null) : rowsWithNext(table);
  const indexed = all.map((row, index) => ({ row, index }));
  // The row for the next value is in sight before the rows that are not drawn yet.
  const last = next(all, table);
  const rows = indexed.filter(({ row, index }) => index < shown || row === last);
  const left = all.length - rows.length;
  const addColumn = (key: string) => setAdded([...added, key]);
  const keys = useRowKeys(frame, table, columns.length);
  const { lost, onPaste } = usePaste(table, columns);
  const onBlur = useBlankRow(table);
  const wide = new Set(columns.filter((column) => isWide(column, table)));
  return (
    // The cells inside take the keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className="parts-rows"
      onKeyDownCapture={readOnly ? undefined : keys.onCapture}
      onKeyDown={readOnly ? undefined : keys.onKeyDown}
      onBlur={readOnly || table.isMap ? undefined : onBlur}
      onPaste={readOnly || table.isMap ? undefined : onPaste}
    >
      {table.key !== null && <h4 className="parts-title">{table.key}</h4>}
      <table className="parts-table" aria-label={label}>
        <thead>
          <tr>
            {table.isMap && <th scope="col">{t('structure.part')}</th>}
            {columns
              .filter((column) => !wide.has(column))
              .map((column) => (
                <th
                  key={column.key ?? ''}
                  scope="col"
                  data-narrow={!isBroad(column)}
                  data-num={isAmount(column)}
                >
                  {headingOf(column) ?? t('structure.value')}
                </th>
              ))}
            {!readOnly && (
              <th scope="col">
                <span className="unseen">{t('structure.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        {rows.map(({ row, index }) => (
          <TableRow key={row.key ?? index} {...{ table, columns, row, index, label, wide, keys }} />
        ))}
      </table>
      {lost !== null && (
        <p role="status" className="parts-lost">
          {lost}
        </p>
      )}
      {left > 0 && (
        <Button tone="quiet" onClick={() => setShown(shown + MORE)}>
          {t('structure.moreRows', {
            count: Math.min(MORE, left),
            total: table.rows.length,
          })}
        </Button>
      )}
      {!readOnly && (
        <TableFoot {...{ table, columns }} rows={all} focus={keys.focus} onColumn={addColumn} />
      )}
    </div>
  );
}

interface TableFootProps {
  readonly table: TableBlock;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly focus: RowKeys['focus'];
  readonly onColumn: (key: string) => void;
}

/** Adds a row to a map, and a column with a known key. */
function TableFoot({ table, columns, rows, focus, onColumn }: TableFootProps) {
  const { t } = useTranslation();
  const { text, edit } = useEditing();
  const addRow = (key: string) => {
    if (rows.some((row) => row.key === key)) return t('structure.keyTaken');
    focus(key, 0);
    edit(setAt(text, [...table.path, key], '{}'), null);
    return null;
  };
  const more = table.moreKeys.filter((key) => !columns.some((column) => column.key === key));
  const addColumn = (key: string) => {
    if (columns.some((column) => column.key === key)) return t('structure.keyTaken');
    onColumn(key);
    return null;
  };
  return (
    <div className="parts-foot">
      {table.isMap && (
        <KeyInput
          keys={table.rowKeys}
          label={t('structure.addRow')}
          placeholder={t('structure.newPart')}
          onAdd={addRow}
        />
      )}
      {more.length > 0 && (
        <KeyInput
          keys={more}
          label={t('structure.addColumn')}
          placeholder={t('structure.newColumn')}
          onAdd={addColumn}
        />
      )}
    </div>
  );
}

/** A list ends with an empty row, which the next value fills. */
function rowsWithNext({ isMap, rows, path }: TableBlock): readonly Row[] {
  return isMap ? rows : [...rows, { path: [...path, rows.length], key: null, node: null }];
}

/** Returns the empty last row of a list; undefined for a map, or where nothing can be changed. */
function next(rows: readonly Row[], table: TableBlock): Row | undefined {
  return rows.length > table.rows.length ? rows.at(-1) : undefined;
}

function addedColumns({ columns, row }: TableBlock, added: readonly string[]): Column[] {
  return added
    .filter((key) => !columns.some((column) => column.key === key))
    .map((key) => ({ key, shape: row.keys.get(key) ?? NO_SHAPE }));
}

/** Returns the heading of a column: its key, and the kind of records it names. */
function headingOf({ key, shape: { reference } }: Column): string | null {
  if (reference === null) return key;
  const kind = textOf(resourceOf(reference.kind).singular);
  return key === null ? kind : `${kind} (${key})`;
}

/** Removes the last row when the focus leaves it, if it was added and is blank. */
function useBlankRow(table: TableBlock) {
  const { text, original, edit } = useEditing();
  return ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const row = Number(target.dataset['row'] ?? Number.NaN);
    // A window that loses the focus keeps the cell, and a row below would move under the pointer.
    if (Number.isNaN(row) || document.activeElement === target) return;
    const next = relatedTarget instanceof HTMLElement ? relatedTarget.dataset['row'] : undefined;
    const isInside = relatedTarget !== null && relatedTarget === target.closest('tbody');
    if (isInside || (next !== undefined && Number(next) >= row)) return;
    edit(withoutBlankRow({ text, original }, table, row), null);
  };
}

/** Pastes a block of a spreadsheet into the rows, from the cell that has the focus. */
function usePaste(table: TableBlock, columns: readonly Column[]) {
  const { t } = useTranslation();
  const { text, original, mark, edit } = useEditing();
  /** What had no place, until the next paste. */
  const [lost, setLost] = useState<string | null>(null);
  const onPaste = (event: ClipboardEvent) => {
    const copied = event.clipboardData.getData('text/plain');
    const place = event.target instanceof HTMLElement ? event.target.dataset : {};
    if (!/[\t\n]/.test(copied.trim()) || place['row'] === undefined) return;
    event.preventDefault();
    const literalOf = (cell: string, { shape }: Column) =>
      cellValue(cell, null, shape, mark).literal;
    const [row, column] = [Number(place['row']), Number(place['column'])];
    const aim = { table, columns, row, column, literalOf };
    const pasted = pasteRows({ text, original }, blockCells(copied), aim);
    const { cells: count, headings } = pasted;
    const names = headings.join(', ');
    setLost(
      count === 0
        ? null
        : t(names === '' ? 'structure.lostCells' : 'structure.lostColumns', { count, names }),
    );
    edit(pasted.text, null);
  };
  return { lost, onPaste };
}
