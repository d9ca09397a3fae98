import { PanelRight } from 'lucide-react';
import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Operation } from '#contract/operations.ts';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { recordMarks } from '../../../files/drop/place.ts';
import { CoverTile } from '../../../files/thumbs/CoverTile.tsx';
import { kindIcons } from '../../../ui/kindIcons.ts';
import { isDraft, isLeaving } from '../model/changes.ts';
import type { Column } from '../model/columns.ts';
import { lockOf } from '../model/access.ts';
import type { Lock } from '../model/access.ts';
import { nameOf } from '../state/selecting.ts';
import { Cell, Value } from './Cell.tsx';
import { CellEditor } from './CellEditor.tsx';
import type { CellEditorActions } from './CellEditor.tsx';
import { Change } from './Change.tsx';
import { Locked } from './Locked.tsx';
import type { Edit, Refusal } from './edit.ts';
import type { RowWords } from './rowWords.ts';

interface GridRowProps {
  readonly kind: Kind;
  readonly index: number;
  readonly top: number;
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
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, top, height, row, columns, active, selected, operations } = props;
  const leaving = isLeaving(operations);
  const style: CSSProperties = { transform: `translateY(${top}px)`, height };
  const look = [
    'grid-row',
    selected ? 'grid-row-selected' : '',
    active === null ? '' : 'grid-row-active',
    leaving ? 'grid-row-leaving' : '',
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
      {...marksOf(props)}
    >
      {columns.map((column, place) => (
        <Content key={column.id} {...props} column={column} place={place} leaving={leaving} />
      ))}
    </div>
  );
});

// Files that are dropped on a row are for its record.
function marksOf({ kind, row }: GridRowProps): Readonly<Record<string, string>> {
  if (row === undefined) return {};
  const title = row.fields[resourceOf(kind).title];
  const text = typeof title === 'string' ? title : '';
  return recordMarks({ kind, record: row.id, key: row.key, title: text });
}

interface ContentProps extends GridRowProps {
  readonly column: Column;
  readonly place: number;
  readonly leaving: boolean;
}

// The cell itself stays the same element while its row arrives or its editor opens: it may have the focus.
function Content(props: ContentProps) {
  const { column, place, row, active, operations, leaving, edit } = props;
  const { field, name, role } = column;
  const purpose = isDraft(operations) ? 'draft' : 'update';
  const lock = field === null ? null : lockOf(field, purpose, leaving);
  const editing = edit !== null && edit.name === name;
  const look = [
    `grid-${role}`,
    column.numeric ? 'grid-number num' : '',
    column.code ? 'grid-code mono' : '',
    editing ? 'grid-editing' : '',
  ];
  return (
    <Cell
      column={column}
      index={place}
      active={active === column.id}
      className={look.join(' ')}
      readOnly={field !== null && lock !== null}
    >
      {row === undefined ? (
        <span className="grid-bone" />
      ) : (
        <Inner {...props} row={row} lock={lock} />
      )}
    </Cell>
  );
}

interface InnerProps extends ContentProps {
  readonly row: Row;
  readonly lock: Lock;
}

function Inner(props: InnerProps) {
  const { column, kind, row, selected, operations, words } = props;
  if (column.role === 'field') return <FieldContent {...props} />;
  if (column.role === 'picture') return <Tile kind={kind} id={row.id} />;
  if (column.role === 'change') return <Change pending={row.pending} operations={operations} />;
  return (
    <input
      type="checkbox"
      className="check"
      tabIndex={-1}
      checked={selected}
      readOnly
      aria-label={words.select(nameOf(row, resourceOf(kind).title))}
    />
  );
}

const Tile = memo(function Tile({ kind, id }: { readonly kind: Kind; readonly id: string }) {
  return (
    <span className="grid-tile">
      <CoverTile kind={kind} id={id} width={24} icon={kindIcons[kind]} />
    </span>
  );
});

function FieldContent({ column, row, operations, edit, refusal, actions, ...rest }: InnerProps) {
  const { kind, lock, active, words } = rest;
  const { field, name } = column;
  if (edit !== null && edit.name === name)
    return <CellEditor edit={edit} kind={kind} numeric={column.numeric} actions={actions} />;
  const refused = refusal !== null && refusal.name === name ? refusal.lock : null;
  return (
    <>
      <Locked lock={refused} field={field}>
        <Value
          column={column}
          row={row}
          operations={operations}
          locked={lock !== null}
          active={active === column.id}
          words={words}
        />
      </Locked>
      {name === resourceOf(kind).title && <Opener name={nameOf(row, name)} words={words} />}
    </>
  );
}

// The same element for all rows is compared by identity, and so never drawn again.
const OPEN_ICON = <PanelRight size={13} aria-hidden />;

function Opener({ name, words }: { readonly name: string; readonly words: RowWords }) {
  return (
    <button
      type="button"
      className="grid-open"
      tabIndex={-1}
      data-open
      aria-label={words.open(name)}
      title={words.openHint}
    >
      {OPEN_ICON}
    </button>
  );
}
