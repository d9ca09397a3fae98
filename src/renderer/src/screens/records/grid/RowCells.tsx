import { shallowEqual } from '@mantine/hooks';
import { PanelRight } from 'lucide-react';
import { memo } from 'react';
import type { ReactNode } from 'react';
import type { Operation } from '#contract/operations.ts';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { CoverTile } from '../../../files/thumbs/CoverTile.tsx';
import { kindIcons } from '../../../ui/kindIcons.ts';
import { lockOf } from '../../../fields/model/access.ts';
import type { Lock } from '../../../fields/model/access.ts';
import { beforeOf, isDraft, isLeaving } from '../../../fields/model/changes.ts';
import type { Column } from '../../../fields/model/columns.ts';
import { showValue } from '../../../fields/model/fieldText.ts';
import { nameOf } from '../state/selecting.ts';
import { Value } from './Cell.tsx';
import { CellEditor } from './CellEditor.tsx';
import type { CellEditorActions } from './editorKeys.ts';
import { Change } from './Change.tsx';
import { Locked } from './Locked.tsx';
import type { Edit, Refusal } from './edit.ts';
import type { RowWords } from './rowWords.ts';

/** The props of the cells of one row. */
export interface RowCellsProps {
  readonly kind: Kind;
  /** Undefined while the row is loading. */
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

/**
 * Draws the cells of a row.
 *
 * The elements are reused for other rows: scrolling writes texts and creates no elements. While a
 * row is loading its cells are hidden and keep their old content; emptying them first would cause a
 * second layout.
 */
export const RowCells = memo(function RowCells(props: RowCellsProps) {
  const { kind, columns, active, operations, edit } = props;
  const { title } = resourceOf(kind);
  const purpose = isDraft(operations) ? 'draft' : 'update';
  const leaving = isLeaving(operations);
  return columns.map((column, place) => {
    const { field, id, name } = column;
    const lock = field === null ? null : lockOf(field, purpose, leaving);
    const content = contentOf(props, column, lock);
    const isPlain = typeof content === 'string';
    return (
      <div
        key={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see GridRow
        role="gridcell"
        aria-colindex={place + 1}
        // ARIA does know it on a gridcell.
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
        aria-readonly={lock !== null ? true : undefined}
        className={lookOf(column, isPlain, edit !== null && edit.name === name)}
        data-column={id}
        tabIndex={active === id ? 0 : -1}
      >
        {content}
        {name === title && <Opener {...props} />}
      </div>
    );
  });
}, isDrawn);

/** Returns whether the row is loading and has neither the active cell nor a refusal. */
export function isAway({ row, active, refusal }: RowCellsProps): boolean {
  return row === undefined && active === null && refusal === null;
}

function isDrawn(drawn: RowCellsProps, next: RowCellsProps): boolean {
  // A cell that holds the focus, an edit or a refusal must be redrawn with its row.
  if (isAway(next)) return drawn.active === null && drawn.edit === null && drawn.refusal === null;
  return shallowEqual(drawn, next);
}

/** Returns the content of a cell; usually plain text. */
function contentOf(props: RowCellsProps, column: Column, lock: Lock): ReactNode {
  const { kind, row, operations, selected, words } = props;
  if (column.role === 'field') return fieldContent(props, column, lock);
  if (column.role === 'picture') return <Tile kind={kind} id={row?.id ?? null} />;
  if (column.role === 'change')
    return row === undefined || row.pending === null ? null : (
      <Change pending={row.pending} operations={operations} />
    );
  return (
    <input
      type="checkbox"
      className="check"
      tabIndex={-1}
      checked={selected}
      readOnly
      aria-label={words.select(nameIn(props))}
    />
  );
}

function fieldContent(props: RowCellsProps, column: Column, lock: Lock): ReactNode {
  const { kind, row, edit, refusal, operations, active, actions, words } = props;
  const { name, field, id } = column;
  if (row === undefined || name === null) return '';
  if (edit !== null && edit.name === name)
    return (
      <CellEditor
        edit={edit}
        kind={kind}
        fields={row.fields}
        numeric={column.numeric}
        actions={actions}
      />
    );
  const refused = refusal !== null && refusal.name === name ? refusal.lock : null;
  const locked = lock !== null;
  const isActive = active === id;
  if (refused === null && !(locked && isActive) && beforeOf(operations, name) === undefined)
    return showValue(field, row.fields[name], words);
  return (
    <Locked lock={refused} kind={kind} name={name} field={field}>
      <Value {...{ column, row, operations, locked, words }} active={isActive} />
    </Locked>
  );
}

const looks = new WeakMap<Column, string>();

function lookOf(column: Column, isPlain: boolean, isEdited: boolean): string {
  const { role, numeric, code } = column;
  const look =
    looks.get(column) ??
    `grid-cell grid-${role}${numeric ? ' grid-number num' : ''}${code ? ' grid-code mono' : ''}`;
  looks.set(column, look);
  if (isEdited) return `${look} grid-editing`;
  return isPlain ? `${look} grid-plain cut` : look;
}

function nameIn({ kind, row }: RowCellsProps): string {
  return row === undefined ? '' : nameOf(row, resourceOf(kind).title);
}

const Tile = memo(function Tile({ kind, id }: { readonly kind: Kind; readonly id: string | null }) {
  return (
    <span className="grid-tile">
      <CoverTile kind={kind} id={id} width={24} icon={kindIcons[kind]} />
    </span>
  );
});

// React compares a shared element by identity and so does not render it again.
const OPEN_ICON = <PanelRight size={13} aria-hidden />;

function Opener(props: RowCellsProps) {
  const { edit, words, kind } = props;
  // A title being edited needs the whole cell.
  if (edit !== null && edit.name === resourceOf(kind).title) return null;
  return (
    <button
      type="button"
      className="grid-open"
      tabIndex={-1}
      data-open
      aria-label={words.open(nameIn(props))}
      title={words.openHint}
    >
      {OPEN_ICON}
    </button>
  );
}
