import { Popover } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind } from '#contract/resources/resource.ts';
import { Button } from '../../../ui/Button.tsx';
import { setShape, useList } from '../state/listStore.ts';
import { FilterForm } from './FilterForm.tsx';

export function FilterMenu({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button icon={ListFilter} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t('records.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="filter" aria-label={t('records.filter')}>
        <Quick kind={kind} onDone={() => setOpened(false)} />
        <FilterForm kind={kind} instead={null} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Quick({ kind, onDone }: { readonly kind: Kind; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const pending = useList(kind, (list) => list.shape.pending);
  return (
    <div className="filter-quick">
      {(['any', 'attention'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={pending === each}
          onClick={() => {
            setShape(kind, { pending: pending === each ? null : each });
            onDone();
          }}
        >
          {t(`records.pending.${each}`)}
        </button>
      ))}
    </div>
  );
}
