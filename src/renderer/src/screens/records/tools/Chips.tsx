import { Popover } from '@mantine/core';
import { X } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { Button } from '../../../ui/Button.tsx';
import { clearFilters, dropFilter } from '../state/filtering.ts';
import { focusGrid } from '../state/focusGrid.ts';
import { setShape, useList } from '../state/listStore.ts';
import { FilterForm } from './FilterForm.tsx';
import { chipText } from './filterWords.ts';

/** Shows the active filters of a list, each with a remove button. */
export const Chips = memo(function Chips({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const where = useList(kind, (list) => list.shape.where);
  const pending = useList(kind, (list) => list.shape.pending);
  if (where.length === 0 && pending === null) return null;
  return (
    <section className="chips" aria-label={t('records.filters')}>
      {pending !== null && (
        <span className="chip">
          <span className="chip-text">{t(`records.pending.${pending}`)}</span>
          <Drop
            name={t(`records.pending.${pending}`)}
            onDrop={() => setShape(kind, { pending: null })}
          />
        </span>
      )}
      {where.map((filter) => (
        <Chip key={`${filter.field} ${filter.op} ${filter.value}`} kind={kind} filter={filter} />
      ))}
      <Button
        tone="quiet"
        onClick={() => {
          clearFilters(kind);
          focusGrid();
        }}
      >
        {t('common.actions.clear')}
      </Button>
    </section>
  );
});

function Chip({ kind, filter }: { readonly kind: Kind; readonly filter: Filter }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const text = chipText(t, resourceOf(kind), filter);
  return (
    <span className="chip">
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className="chip-text"
            title={t('records.editFilter')}
            onClick={() => setOpened(!opened)}
          >
            {text}
          </button>
        </Popover.Target>
        <Popover.Dropdown className="filter" aria-label={t('records.editFilter')}>
          <FilterForm kind={kind} instead={filter} onDone={() => setOpened(false)} />
        </Popover.Dropdown>
      </Popover>
      <Drop name={text} onDrop={() => dropFilter(kind, filter)} />
    </span>
  );
}

function Drop({ name, onDrop }: { readonly name: string; readonly onDrop: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="chip-drop"
      aria-label={t('records.dropFilter', { name })}
      onClick={() => {
        onDrop();
        // The button is removed with its filter, and the focus would be lost.
        focusGrid();
      }}
    >
      <X size={12} aria-hidden />
    </button>
  );
}
