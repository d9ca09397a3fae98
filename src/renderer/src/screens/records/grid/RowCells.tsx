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

/** What the cells of one row are drawn from. */
export interface RowCellsProps {
  readonly kind: Kind;
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

/**
 * The cells of a row. They are plain elements that stay while rows come and go in them: a list is
 * scrolled by writing texts, not by making elements. While a row is on its way they are out of sight and
 * keep what they held: emptied first, each would be laid out twice.
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

/** A row that is on its way and nobody's place: its cells are out of sight. */
export function isAway({ row, active, refusal }: RowCellsProps): boolean {
  return row === undefined && active === null && refusal === null;
}

function isDrawn(drawn: RowCellsProps, next: RowCellsProps): boolean {
  // Whatever holds the focus must go with its row.
  if (isAway(next)) return drawn.active === null && drawn.edit === null && drawn.refusal === null;
  return shallowEqual(drawn, next);
}

/** What stands in a cell; most often a text and nothing else. */
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
    return <CellEditor edit={edit} kind={kind} numeric={column.numeric} actions={actions} />;
  const refused = refusal !== null && refusal.name === name ? refusal.lock : null;
  const locked = lock !== null;
  const isActive = active === id;
  if (refused === null && !(locked && isActive) && beforeOf(operations, name) === undefined)
    return showValue(field, row.fields[name], words);
  return (
    <Locked lock={refused} field={field}>
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

// The same element for all rows is compared by identity, and so never drawn again.
const OPEN_ICON = <PanelRight size={13} aria-hidden />;

function Opener(props: RowCellsProps) {
  const { edit, words, kind } = props;
  // Where a title is edited there is no room for more.
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
