import { ArrowDown, ArrowUp, Lock } from 'lucide-react';
import { memo, useRef } from 'react';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { textOf } from '../../../i18n/i18n.ts';
import type { Column } from '../../../fields/model/columns.ts';
import { useLockText } from '../../../fields/words.ts';
import { useColumnDrag } from './useColumnDrag.ts';

/** The current sort order of a list. */
export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

interface GridHeadProps {
  readonly columns: readonly Column[];
  readonly sort: Sort;
  /** The active column, when the head is the active row. */
  readonly active: string | null;
  readonly allSelected: boolean | null;
  readonly actions: HeadActions;
}

/** The actions that a grid head needs from its list. */
export interface HeadActions {
  readonly selectAll: () => void;
  /** Moves a column to the position of another column. */
  readonly move: (id: string, target: string) => void;
  /** Sets a width in pixels; null restores the default width. */
  readonly size: (id: string, width: number | null) => void;
}

/** Draws the head of the grid: a click sorts, dragging moves a column, its edge sizes it. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { columns } = props;
  const drag = useColumnDrag(props.actions.move);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see GridRow
    <div role="row" aria-rowindex={1} className="grid-head" data-row={-1}>
      {columns.map((column, index) => (
        <HeadCell key={column.id} {...props} column={column} index={index} drag={drag} />
      ))}
    </div>
  );
});

interface HeadCellProps extends GridHeadProps {
  readonly column: Column;
  readonly index: number;
  readonly drag: ReturnType<typeof useColumnDrag>;
}

function HeadCell(props: HeadCellProps) {
  const { column, index, sort, active, drag } = props;
  const { t } = useTranslation();
  const sorted = column.name !== null && sort.field === column.name;
  const look = [
    'grid-cell grid-head-cell',
    column.numeric ? 'grid-number' : '',
    column.code ? 'grid-code' : '',
    `grid-${column.role}`,
    drag.target === column.id ? 'grid-head-drop' : '',
    drag.moving === column.id ? 'grid-head-moving' : '',
  ];
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see GridRow
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
      className={look.join(' ')}
      data-column={column.id}
      tabIndex={active === column.id ? 0 : -1}
      {...(column.role === 'field' || column.role === 'change' ? drag.handlers(column.id) : {})}
    >
      {column.role === 'check' && <CheckAll {...props} />}
      {column.role === 'picture' && <span className="unseen">{t('records.picture')}</span>}
      {column.role === 'change' && <span className="cut">{t('records.change')}</span>}
      {column.role === 'field' && <HeadLabel {...props} sorted={sorted} />}
      {(column.role === 'field' || column.role === 'change') && (
        <Edge id={column.id} onSize={props.actions.size} />
      )}
    </div>
  );
}

function CheckAll({ allSelected, actions }: GridHeadProps) {
  const { t } = useTranslation();
  return (
    <input
      type="checkbox"
      className="check"
      tabIndex={-1}
      checked={allSelected === true}
      ref={(box) => {
        if (box !== null) box.indeterminate = allSelected === null;
      }}
      onChange={actions.selectAll}
      aria-label={t('records.selectAll')}
    />
  );
}

function HeadLabel({ column, sort, sorted }: HeadCellProps & { readonly sorted: boolean }) {
  const lockText = useLockText();
  const { field, locked } = column;
  if (field === null) return null;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  const lock = field.create === 'never' && !field.update ? 'byService' : 'afterCreation';
  const label = textOf(field.label);
  return (
    <>
      <span className="cut" title={`${label} · ${column.id}`}>
        {label}
      </span>
      {sorted && <Arrow size={12} strokeWidth={2.4} aria-hidden />}
      {locked && (
        <span className="grid-head-lock" title={lockText(lock, field)}>
          <Lock size={10} aria-hidden />
          <span className="unseen">{lockText(lock, field)}</span>
        </span>
      )}
    </>
  );
}

function Edge({ id, onSize }: { readonly id: string; readonly onSize: HeadActions['size'] }) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const onMove = (event: PointerEvent) => {
    if (from.current !== null) onSize(id, from.current.width + event.clientX - from.current.x);
  };
  return (
    <span
      className="grid-edge"
      data-edge
      aria-hidden
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        const width = event.currentTarget.parentElement?.offsetWidth ?? 0;
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        from.current = null;
      }}
      onDoubleClick={() => onSize(id, null)}
    />
  );
}
