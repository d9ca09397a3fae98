import { Popover } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { isComposing } from '../ui/keys/composing.ts';
import { useBestRows } from './search/useBestRows.ts';
import { useChoice } from './search/useChoice.ts';
import { useEnter } from './search/useEnter.ts';
import { useProcedure } from '../state/useProcedure.ts';
import { Button } from '../ui/Button.tsx';
import { firstReadable } from '../ui/readable.ts';
import { ErrorLine } from '../ui/ErrorNotice.tsx';

const MOST = 8;

interface PickRecordProps {
  readonly kind: Kind;
  readonly label: string;
  readonly onPick: (id: string) => void;
}

/** A button that opens a search for a record by code or name. */
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

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  /** The index of the row that Enter picks. */
  readonly at: number;
  readonly children: ReactNode;
}

/** Lists the matching rows; the row that Enter picks is kept in view. */
function Options({ id, label, at, children }: OptionsProps) {
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold these rows
    <div id={id} role="listbox" aria-label={label} className="pick-rows">
      {children}
    </div>
  );
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
  const { at, isChosen, move, setAt, begin } = useChoice(rows);
  const enter = useEnter(loading && !isChosen, () => {
    const row = rows[at];
    if (row !== undefined) onPick(row.id);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') return enter.press();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <>
      <input
        className="pick-search"
        role="combobox"
        aria-label={t('plan.pick')}
        aria-expanded={rows.length > 0}
        aria-controls={rows.length > 0 ? id : undefined}
        aria-activedescendant={rows[at] === undefined ? undefined : `${id}-${at}`}
        placeholder={t('plan.pick')}
        value={text}
        data-autofocus
        onChange={(event) => {
          setText(event.target.value);
          begin();
          enter.forget();
        }}
        onKeyDown={onKeyDown}
      />
      {rows.length > 0 && (
        <Options id={id} label={t('plan.pick')} at={at}>
          {rows.map((row, index) => (
            // The field above answers the keys for its list, as a combobox does.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
            <div
              key={row.id}
              id={`${id}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === at}
              className="pick-row"
              onPointerMove={() => setAt(index)}
              onClick={() => onPick(row.id)}
            >
              <span className="cut">{titleOf(kind, row)}</span>
              <code className="mono quiet">{row.key}</code>
            </div>
          ))}
        </Options>
      )}
      {error !== null && <ErrorLine error={error} role="alert" />}
      {total === 0 && rows.length === 0 && (
        <p className="quiet" aria-hidden>
          {t('plan.noneFound')}
        </p>
      )}
      {/* The live region exists before its text: screen readers ignore a region added with its text. */}
      <output className="unseen">
        {total !== null && (total === 0 ? t('plan.noneFound') : t('plan.found', { count: total }))}
      </output>
      {total !== null && total > rows.length && rows.length > 0 && (
        <p className="quiet num">{t('plan.pickMore', { total })}</p>
      )}
    </>
  );
}
