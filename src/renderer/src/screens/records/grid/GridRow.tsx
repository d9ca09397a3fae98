import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Operation } from '#contract/operations.ts';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { recordMarks } from '../../../files/drop/place.ts';
import { isLeaving } from '../model/changes.ts';
import type { Column } from '../model/columns.ts';
import type { CellEditorActions } from './CellEditor.tsx';
import { RowCells } from './RowCells.tsx';
import type { Edit, Refusal } from './edit.ts';
import type { RowWords } from './rowWords.ts';

interface GridRowProps {
  readonly kind: Kind;
  readonly index: number;
  readonly height: number;
  /** Undefined while the row is on its way. */
  readonly row: Row | undefined;
  readonly columns: readonly Column[];
  /** The active column, when this is the active row. */
  readonly active: string | null;
  readonly selected: boolean;
  readonly operations: readonly Operation[] | undefined;
  readonly edit: Edit | null;
  readonly refusal: Refusal | null;
  readonly actions: CellEditorActions;
  readonly words: RowWords;
}

/** One row of the grid. It draws itself again only when something of its own changed. */
export const GridRow = memo(function GridRow({ index, height, ...cells }: GridRowProps) {
  const { kind, row, active, selected, operations } = cells;
  const style: CSSProperties = { transform: `translateY(${index * height}px)`, height };
  const look = [
    'grid-row',
    selected ? 'grid-row-selected' : '',
    active === null ? '' : 'grid-row-active',
    isLeaving(operations) ? 'grid-row-leaving' : '',
  ];
  return (
    <div
      // A table cannot be drawn in windows: these are its roles on plain boxes.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-busy={row === undefined}
      className={look.join(' ')}
      style={style}
      data-row={index}
      {...marksOf(kind, row)}
    >
      <RowCells {...cells} />
    </div>
  );
});

// Files that are dropped on a row are for its record.
function marksOf(kind: Kind, row: Row | undefined): Readonly<Record<string, string>> {
  if (row === undefined) return {};
  const title = row.fields[resourceOf(kind).title];
  const text = typeof title === 'string' ? title : '';
  return recordMarks({ kind, record: row.id, key: row.key, title: text });
}
