import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { recordMarks } from '../../../files/drop/place.ts';
import { isLeaving } from '../../../fields/model/changes.ts';
import { isAway, RowCells } from './RowCells.tsx';
import type { RowCellsProps } from './RowCells.tsx';

interface GridRowProps extends RowCellsProps {
  readonly index: number;
  readonly height: number;
}

/** Draws one row of the grid; it renders again only when its own props changed. */
export const GridRow = memo(function GridRow({ index, height, ...cells }: GridRowProps) {
  const { kind, row, active, selected, operations } = cells;
  const style: CSSProperties = { transform: `translateY(${index * height}px)`, height };
  const look = [
    'grid-row',
    selected ? 'grid-row-selected' : '',
    active === null ? '' : 'grid-row-active',
    isLeaving(operations) ? 'grid-row-leaving' : '',
    row === undefined ? (isAway(cells) ? 'grid-row-away' : 'grid-row-bare') : '',
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

// Marks the row as the drop target for files of its record.
function marksOf(kind: Kind, row: Row | undefined): Readonly<Record<string, string>> {
  if (row === undefined) return {};
  const title = row.fields[resourceOf(kind).title];
  const text = typeof title === 'string' ? title : '';
  return recordMarks({ kind, record: row.id, key: row.key, title: text });
}
