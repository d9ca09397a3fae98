import { Menu } from '@mantine/core';
import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { Keys } from '../../ui/Kbd.tsx';
import { CellInput } from './CellInput.tsx';
import { useEditing } from './editing.ts';
import { renameKey } from './model/editText.ts';
import { isAmount } from './model/columns.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';
import { memberOf } from '#contract/jsonNodes.ts';
import type { Column, Row, TableBlock } from './model/layout.ts';
import { cellPath, isNameKey, writeCell, writePicked } from './model/rows.ts';
import { MeantKind } from './MeantKind.tsx';
import { RawPart } from './RawPart.tsx';
import { isSave, useCommit } from './useCommit.ts';
import type { RowKeys } from './useRowKeys.ts';

interface TableRowProps {
  readonly table: TableBlock;
  readonly columns: readonly Column[];
  readonly row: Row;
  readonly index: number;
  readonly label: string;
  /** The columns with a line of their own below the others. */
  readonly wide: ReadonlySet<Column>;
  readonly keys: RowKeys;
}

/** One row: short values side by side, and longer ones below. */
export function TableRow(props: TableRowProps) {
  const { table, columns, row, index, keys } = props;
  const { readOnly } = useEditing();
  const state = row.node === null ? 'usual' : undefined;
  const placed = columns.map((column, at) => ({ column, at }));
  const narrow = placed.filter(({ column }) => !props.wide.has(column));
  const wide = placed.filter(({ column }) => props.wide.has(column));
  const hasWide = wide.length > 0;
  const span = narrow.length + (table.isMap ? 1 : 0);
  return (
    <tbody className="parts-row" data-state={state}>
      <tr>
        {table.isMap && (
          <th scope="row">
            <RowKey {...props} />
            {table.keyReference !== null && row.node !== null && (
              <MeantKind reference={table.keyReference} path={table.keysAt} code={row.key ?? ''} />
            )}
          </th>
        )}
        {narrow.map(({ column, at }) => (
          <td
            key={column.key ?? ''}
            data-num={isAmount(column)}
            data-after={placed.length - 1 - at}
          >
            <Cell {...props} column={column} at={at} />
          </td>
        ))}
        {!readOnly && (
          <td className="parts-actions" rowSpan={hasWide && row.node !== null ? 2 : 1}>
            {row.node !== null && <RowMenu isMap={table.isMap} index={index} keys={keys} />}
          </td>
        )}
      </tr>
      {hasWide && row.node !== null && (
        <tr>
          <td colSpan={span} className="parts-wide">
            {wide.map(({ column, at }) => (
              <span key={column.key ?? ''} className="parts-wide-cell">
                <span className="parts-key">{column.key}</span>
                <Cell {...props} column={column} at={at} />
              </span>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface CellProps extends TableRowProps {
  readonly column: Column;
  readonly at: number;
}

function Cell({ columns, row, index, label, keys, column, at }: CellProps) {
  const { text, original, edit } = useEditing();
  const node = cellNode(row, column);
  const path = cellPath(row, column);
  const name = [label, row.key ?? String(index + 1), column.key].filter((each) => each !== null);
  if (node !== null && (node.type === 'object' || node.type === 'list'))
    return <RawPart block={{ path, node }} label={name.join(' ')} />;
  const tag = JSON.stringify(path);
  return (
    <div className="parts-cell">
      <CellInput
        node={node}
        shape={column.shape}
        marks={{ 'aria-label': name.join(' '), 'data-row': index, 'data-column': at }}
        write={(literal) => edit(writeCell({ text, original }, row, columns, column, literal), tag)}
        isName={isNameKey(column.key)}
        nameBeside={nameBeside(row, columns)}
        onPick={(picked) => {
          edit(writePicked({ text, original }, row, columns, column, picked), null);
          // The amount of the part comes next.
          const amount = columns.findIndex(isAmount);
          if (amount !== -1) keys.focus(index, amount);
        }}
      />
    </div>
  );
}

/** Returns the name that a row repeats beside its code; undefined if it has none. */
function nameBeside(row: Row, columns: readonly Column[]): string | undefined {
  const column = columns.find(({ key }) => isNameKey(key));
  const node = column === undefined ? null : cellNode(row, column);
  return node?.type === 'text' ? String(node.value) : undefined;
}

function cellNode({ node }: Row, { key }: Column): JsonNode | null {
  if (key === null) return node;
  return node?.type === 'object' ? (memberOf(node, key)?.value ?? null) : null;
}

/** The key of a row, which can be renamed. */
function RowKey({ table, row, label }: TableRowProps) {
  const { t } = useTranslation();
  const { text, readOnly, edit } = useEditing();
  const [typed, setTyped] = useState<string | null>(null);
  // The renamed row is drawn by another component, so the state is not updated there.
  const isPending = useRef(false);
  const faultId = useId();
  const key = row.key ?? '';
  const name = typed?.trim() ?? key;
  const isTaken = name !== key && table.rows.some((each) => each.key === name);
  const keep = () => {
    if (typed === null || isTaken || !isPending.current) return;
    isPending.current = false;
    setTyped(null);
    if (name !== '' && name !== key) edit(renameKey(text, table.path, key, name), null);
  };
  useCommit({ isPending: typed !== null, commit: keep, before: isSave });
  if (readOnly || row.node === null) return <span className="parts-row-key">{key}</span>;
  return (
    <>
      <input
        className="parts-row-key"
        aria-label={t('structure.nameOf', { name: `${label} ${key}` })}
        aria-invalid={isTaken}
        aria-describedby={isTaken ? faultId : undefined}
        data-uncommitted={typed === null ? undefined : true}
        value={typed ?? key}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          isPending.current = true;
          setTyped(event.target.value);
        }}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
          if (event.key !== 'Escape' || typed === null) return;
          event.stopPropagation();
          setTyped(null);
        }}
      />
      {isTaken && (
        <span id={faultId} role="alert" className="fault">
          {t('structure.keyTaken')}
        </span>
      )}
    </>
  );
}

interface RowMenuProps {
  readonly isMap: boolean;
  readonly index: number;
  readonly keys: RowKeys;
}

function RowMenu({ isMap, index, keys }: RowMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <IconButton icon={Ellipsis} label={t('structure.rowActions', { row: index + 1 })} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Copy size={14} aria-hidden />}
          rightSection={<Keys keys="Alt+D" />}
          onClick={() => keys.duplicate(index)}
        >
          {t('structure.duplicate')}
        </Menu.Item>
        {!isMap && (
          <>
            <Menu.Item
              leftSection={<ArrowUp size={14} aria-hidden />}
              rightSection={<Keys keys="Alt+ArrowUp" />}
              onClick={() => keys.move(index, -1)}
            >
              {t('structure.moveUp')}
            </Menu.Item>
            <Menu.Item
              leftSection={<ArrowDown size={14} aria-hidden />}
              rightSection={<Keys keys="Alt+ArrowDown" />}
              onClick={() => keys.move(index, 1)}
            >
              {t('structure.moveDown')}
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={<Trash2 size={14} aria-hidden />}
          rightSection={<Keys keys="Alt+Delete" />}
          onClick={() => keys.remove(index)}
        >
          {t('structure.removeRow')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
