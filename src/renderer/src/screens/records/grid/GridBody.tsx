import { useList } from '../state/listStore.ts';
import type { CellEditorActions } from './editorKeys.ts';
import { GridRow } from './GridRow.tsx';
import type { GridContext } from './context.ts';
import { useRowWords } from './rowWords.ts';
import type { GridVirtual } from './useGridVirtual.ts';

interface GridBodyProps extends GridContext {
  readonly drawn: GridVirtual;
  readonly height: number;
  readonly actions: CellEditorActions;
}

/** Draws the rows in view, inside an element as tall as all rows together. */
export function GridBody(props: GridBodyProps) {
  const { drawn, rows, columns, cursor, editing, changes, kind, height } = props;
  const { edit, refusal } = editing;
  const words = useRowWords();
  const selected = useList(kind, (list) => list.selection.ids);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see GridRow
      role="rowgroup"
      className="grid-body"
      style={{ height: (rows.total ?? 0) * height }}
    >
      {drawn.places.map((index) => {
        const row = rows.at(index);
        return (
          <GridRow
            key={index % drawn.slots}
            kind={kind}
            index={index}
            height={height}
            row={row}
            columns={columns}
            active={cursor.row === index ? cursor.column : null}
            selected={row !== undefined && selected.has(row.id)}
            operations={row === undefined ? undefined : changes.get(row.id)}
            edit={edit !== null && edit.id === row?.id ? edit : null}
            refusal={refusal !== null && refusal.id === row?.id ? refusal : null}
            actions={props.actions}
            words={words}
          />
        );
      })}
    </div>
  );
}
