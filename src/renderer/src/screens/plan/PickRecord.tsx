import { Popover } from '@mantine/core';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { isComposing } from '../../keys/composing.ts';
import { useBestRows } from '../../palette/useBestRows.ts';
import { useEnter } from '../../palette/useEnter.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { firstReadable } from '../../ui/readable.ts';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';

const MOST = 8;

interface PickRecordProps {
  readonly kind: Kind;
  readonly label: string;
  readonly onPick: (id: string) => void;
}

/** A button under which a record is found by code or name. */
export function PickRecord({ kind, label, onPick }: PickRecordProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button icon={Search} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="pick" aria-label={label}>
        <Found
          kind={kind}
          onPick={(id) => {
            setOpened(false);
            onPick(id);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function titleOf(kind: Kind, { fields, id }: Row): string {
  return firstReadable(fields[resourceOf(kind).title]) ?? id;
}

function Found({ kind, onPick }: Pick<PickRecordProps, 'kind' | 'onPick'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const id = useId();
  const search = text.trim();
  const all = useProcedure('records.list', search === '' ? { kind, limit: MOST } : null);
  const best = useBestRows(kind, search, MOST);
  const { rows, total, error, loading } =
    search === ''
      ? {
          rows: all.data?.rows ?? [],
          total: all.data?.total ?? null,
          error: all.error,
          loading: all.loading,
        }
      : best;
  const enter = useEnter(loading, () => {
    const [first] = rows;
    if (first !== undefined) onPick(first.id);
  });
  return (
    <>
      <input
        className="pick-search"
        aria-label={t('plan.pick')}
        aria-controls={id}
        placeholder={t('plan.pick')}
        value={text}
        data-autofocus
        onChange={(event) => {
          setText(event.target.value);
          enter.forget();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) enter.press();
        }}
      />
      <ul id={id} className="pick-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => onPick(row.id)}>
              <span className="cut">{titleOf(kind, row)}</span>
              <code className="mono quiet">{row.key}</code>
            </button>
          </li>
        ))}
      </ul>
      {error !== null && <ErrorLine error={error} role="alert" />}
      {total === 0 && rows.length === 0 && (
        <p className="quiet" aria-hidden>
          {t('plan.noneFound')}
        </p>
      )}
      {/* Said where it is there before its words. */}
      <output className="unseen">
        {total !== null && (total === 0 ? t('plan.noneFound') : t('plan.found', { count: total }))}
      </output>
      {total !== null && total > rows.length && rows.length > 0 && (
        <p className="quiet num">{t('plan.pickMore', { total })}</p>
      )}
    </>
  );
}
