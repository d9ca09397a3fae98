import { useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { useLearned } from '../../../state/facts.ts';
import { rowHeight, useView } from '../../../state/view.ts';
import type { Changes } from '../../../fields/model/changes.ts';
import { shownColumns } from '../../../fields/model/columns.ts';
import { useList } from '../state/listStore.ts';
import type { Rows } from '../state/rowStore.ts';
import { hasChangedRow } from './changedRow.ts';
import { GridBody } from './GridBody.tsx';
import type { GridContext } from './context.ts';
import { ListHead } from './ListHead.tsx';
import { QuickLook } from './QuickLook.tsx';
import { RefusalNews } from './RefusalNews.tsx';
import { useCursor } from './useCursor.ts';
import { useEdit } from './useEdit.ts';
import { useEditInSight } from './useEditInSight.ts';
import { useEditKeys } from './useEditKeys.ts';
import { useGridMouse } from './useGridMouse.ts';
import { useGridPaste } from './useGridPaste.ts';
import { useGridKeys } from './useGridKeys.ts';
import { useGridVirtual } from './useGridVirtual.ts';
import { useOpened } from './useOpened.ts';
import { useSteadyRows } from './useSteadyRows.ts';
import { useTopOfNew } from './useTopOfNew.ts';
import { useWidths } from './useWidths.ts';
import './grid.css';

interface RecordGridProps {
  readonly kind: Kind;
  readonly rows: Rows;
  readonly changes: Changes;
}

/** Shows all records of a kind; only the rows in view are drawn. */
export function RecordGrid({ kind, rows, changes }: RecordGridProps) {
  const { t } = useTranslation();
  const [looking, setLooking] = useState(false);
  const scroll = useRef<HTMLDivElement>(null);
  const height = useView((view) => rowHeight(view.density));
  // Runs before the cursor, which may scroll to another row.
  useTopOfNew(kind, rows.key, scroll);
  const context = useGrid({ kind, rows, changes, scroll, height });
  const { resource, columns, cursor, editing } = context;
  const total = rows.total ?? 0;
  const drawn = useGridVirtual({
    kind,
    shown: rows.key,
    counted: !rows.stale,
    count: total,
    rowHeight: height,
    scroll,
  });
  useSteadyRows(kind, rows, drawn, { scroll, rowHeight: height });
  const isDrawn = cursor.row < 0 || (cursor.row >= drawn.first && cursor.row <= drawn.last);
  const keys = { ...context, grid: scroll, rowHeight: height, looking, setLooking };
  const onKeyDown = useGridKeys(keys);
  const mouse = useGridMouse(context);
  const onPaste = useGridPaste(context);
  const actions = useEditKeys(context);
  const widths = useWidths(scroll, columns);
  const style = { ...widths.style, '--grid-line': `${height - 1}px` };
  useOpened(kind, rows, cursor);
  useEditInSight(context, drawn, scroll);
  const current = rows.at(cursor.row);
  return (
    <>
      <div
        ref={scroll}
        role="grid"
        aria-label={textOf(resource.label)}
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-busy={rows.stale}
        className="grid scroll"
        style={style}
        data-overflows={widths.overflows}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        tabIndex={isDrawn ? -1 : 0}
        {...mouse}
      >
        <ListHead {...{ kind, columns, rows }} active={cursor.row < 0 ? cursor.column : null} />
        <GridBody {...context} drawn={drawn} height={height} actions={actions} />
      </div>
      <RefusalNews refusal={editing.refusal} resource={resource} />
      {/* The live region exists before its content: screen readers ignore a region added with its text. */}
      <div aria-live="polite">
        {looking && current !== undefined && (
          <QuickLook
            kind={kind}
            row={current}
            operations={changes.get(current.id)}
            onClose={() => setLooking(false)}
            label={t('records.quickLook')}
          />
        )}
      </div>
    </>
  );
}

interface GridOptions extends RecordGridProps {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly height: number;
}

function useGrid({ kind, rows, changes, scroll, height }: GridOptions): GridContext {
  const resource = useLearned(kind);
  const prefs = useList(kind, (list) => list.shape.columns);
  // Beside an open record there is no room for an empty column.
  const isBeside = useView((view) => (view.selected[kind] ?? null) !== null);
  const hasChanges = useMemo(
    () => (isBeside ? hasChangedRow(rows, changes) : changes.size > 0),
    [rows, changes, isBeside],
  );
  const columns = useMemo(
    () => shownColumns(resource, prefs, hasChanges),
    [resource, prefs, hasChanges],
  );
  const cursor = useCursor(kind, rows, columns, { grid: scroll, rowHeight: height });
  const editing = useEdit(kind, changes);
  return { kind, resource, rows, changes, columns, cursor, editing };
}
