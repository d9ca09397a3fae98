import { Popover, SegmentedControl } from '@mantine/core';
import { Columns3, GripVertical } from 'lucide-react';
import { useState } from 'react';
import type { DragEvent, KeyboardEvent } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { setDensity, useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import {
  arranged,
  isShown,
  moveColumn,
  NO_PREFS,
  toggleColumn,
} from '../../../fields/model/columns.ts';
import type { Column, ColumnPrefs } from '../../../fields/model/columns.ts';
import { setShape, useList } from '../state/listStore.ts';

/** Chooses the visible columns, their order and the row height. */
export function ColumnsMenu({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={Columns3}
          label={t('records.columns.title')}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className="columns" aria-label={t('records.columns.title')}>
        <ColumnList kind={kind} />
        <Density />
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnList({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const resource = resourceOf(kind);
  const prefs = useList(kind, (list) => list.shape.columns);
  const [dragged, setDragged] = useState<string | null>(null);
  const [stepped, setStepped] = useState<string | null>(null);
  const set = (columns: ColumnPrefs) => setShape(kind, { columns });
  const all = arranged(resource, prefs);
  const move = (id: string, step: -1 | 1) => {
    const target = all[all.findIndex((column) => column.id === id) + step];
    if (target === undefined) return;
    set(moveColumn(resource, prefs, id, target.id));
    setStepped(id);
  };
  return (
    <>
      <p className="heading">{t('records.columns.hint')}</p>
      <ul className="columns-list scroll">
        {all.map((column) => (
          <ColumnItem
            key={column.id}
            column={column}
            shown={isShown(column, prefs)}
            onToggle={() => set(toggleColumn(resource, prefs, column.id))}
            onStep={(step) => move(column.id, step)}
            onDrag={setDragged}
            onOver={() => {
              if (dragged !== null && dragged !== column.id)
                set(moveColumn(resource, prefs, dragged, column.id));
            }}
          />
        ))}
      </ul>
      <output className="unseen">{placeText(t, all, stepped)}</output>
      <Button tone="quiet" disabled={prefs === NO_PREFS} onClick={() => set(NO_PREFS)}>
        {t('records.columns.reset')}
      </Button>
    </>
  );
}

/**
 * Returns the announcement of a moved column; screen readers do not announce its new position
 * otherwise.
 */
function placeText(t: TFunction, all: readonly Column[], id: string | null): string {
  const index = all.findIndex((column) => column.id === id);
  const column = all[index];
  if (column === undefined) return '';
  return t('records.columns.at', { name: labelOf(t, column), at: index + 1, all: all.length });
}

function labelOf(t: TFunction, { field }: Column): string {
  return field === null ? t('records.change') : textOf(field.label);
}

interface ColumnItemProps {
  readonly column: Column;
  readonly shown: boolean;
  readonly onToggle: () => void;
  readonly onStep: (step: -1 | 1) => void;
  readonly onDrag: (id: string | null) => void;
  readonly onOver: () => void;
}

function ColumnItem({ column, shown, onToggle, onStep, onDrag, onOver }: ColumnItemProps) {
  const { t } = useTranslation();
  const label = labelOf(t, column);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? -1 : 1);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    onOver();
  };
  return (
    // Dragging is a second way; Alt and the arrow keys on the box do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      draggable
      onDragStart={() => onDrag(column.id)}
      onDragEnd={() => onDrag(null)}
      onDragOver={onDragOver}
    >
      <GripVertical size={13} aria-hidden />
      <label>
        <input
          type="checkbox"
          className="check"
          checked={shown}
          onChange={onToggle}
          onKeyDown={onKeyDown}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        />
        <span className="cut">{label}</span>
      </label>
      {column.name !== null && <span className="mono quiet cut">{column.name}</span>}
    </li>
  );
}

function Density() {
  const { t } = useTranslation();
  const density = useView((view) => view.density);
  return (
    <div className="columns-density">
      <span className="heading" id="records-density">
        {t('settings.density.label')}
      </span>
      <SegmentedControl
        size="xs"
        aria-labelledby="records-density"
        data={[
          { value: 'normal', label: t('settings.options.normal') },
          { value: 'compact', label: t('settings.options.compact') },
        ]}
        value={density}
        onChange={(value) => setDensity(value === 'compact' ? 'compact' : 'normal')}
      />
    </div>
  );
}
