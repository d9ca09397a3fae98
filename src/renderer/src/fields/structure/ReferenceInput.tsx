import { Combobox, useCombobox } from '@mantine/core';
import { use, useId, useState } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '#contract/learned.ts';
import type { Row } from '#contract/procedures.ts';
import { isLocalId } from '#contract/records.ts';
import { priceField } from '#contract/resources/price.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { isComposing } from '../../ui/keys/composing.ts';
import { firstReadable } from '../../ui/readable.ts';
import { useBestRows } from '../search/useBestRows.ts';
import { useChoice } from '../search/useChoice.ts';
import { useEnter } from '../search/useEnter.ts';
import { PlannedParts, plannedRows } from './planned.ts';
import { PictureTile, RecordLine, usePriceText } from './RecordLine.tsx';
import { useNamed } from './useNamed.ts';
import type { NamedState } from './useNamed.ts';
import type { Picked } from './model/rows.ts';

const MOST = 8;

interface ReferenceInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> {
  readonly reference: Reference;
  readonly text: string;
  readonly nameBeside?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onPick: (picked: Picked) => void;
}

/** A text input for the code of a record, with a search by code or name. Any code can be typed. */
export function ReferenceInput(props: ReferenceInputProps) {
  const { reference, text, nameBeside, onText, onPick, ...input } = props;
  const { kind, by } = reference;
  const { t } = useTranslation();
  const [listId, noteId] = [useId(), useId()];
  const { search, setSearch, named, before, began, start } = useSearch(reference, text);
  const found = useFound(kind, search);
  const { at, isChosen, move, setAt, begin } = useChoice(found.rows);
  const isOpen = search !== null && found.rows.length > 0;
  const store = useCombobox({ opened: isOpen });
  const pick = (row: Row | undefined) => {
    const code = row === undefined ? null : nameOf(row, by);
    setSearch(null);
    if (row === undefined) return;
    // The search word is no value of the list.
    if (code === null) return onText(began);
    onPick({ code, title: titleOf(kind, row), before });
  };
  const enter = useEnter(found.loading && !isChosen, () => pick(found.rows[at]));
  const begun = (next: string) => {
    start(next);
    begin();
    enter.forget();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (isComposing(event) || ctrlKey || metaKey) return input.onKeyDown?.(event);
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (search === null && key === 'ArrowDown' && !altKey) begun('');
    else if (search !== null && isArrow && !altKey) move(key === 'ArrowDown' ? 1 : -1);
    else if (search !== null && key === 'Escape') {
      event.stopPropagation();
      setSearch(null);
    } else if (key === 'Enter' && search !== null && (isOpen || found.loading)) enter.press();
    else return input.onKeyDown?.(event);
    event.preventDefault();
  };
  return (
    <div className="parts-reference">
      <PictureTile kind={kind} id={idOf(named)} />
      <Combobox store={store} width={340} position="bottom-start" onOptionSubmit={() => {}}>
        <Combobox.DropdownTarget>
          <input
            type="text"
            spellCheck={false}
            autoComplete="off"
            {...input}
            aria-describedby={search === null ? noteId : undefined}
            className="mono"
            placeholder={t('plan.pick')}
            value={text}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? `${listId}-${at}` : undefined}
            data-mantine-stop-propagation={isOpen ? true : undefined}
            onChange={(event) => {
              onText(event.target.value);
              begun(event.target.value);
            }}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              setSearch(null);
              input.onBlur?.(event);
            }}
          />
        </Combobox.DropdownTarget>
        <Combobox.Dropdown className="known" hidden={!isOpen}>
          {isOpen && (
            <Combobox.Options id={listId} aria-label={t('plan.pick')} className="known-list">
              {found.rows.map((row, index) => (
                <Option
                  key={row.id}
                  id={`${listId}-${index}`}
                  kind={kind}
                  row={row}
                  isCurrent={index === at}
                  isNamed={nameOf(row, by) !== null}
                  onPoint={() => setAt(index)}
                  onPick={() => pick(row)}
                />
              ))}
            </Combobox.Options>
          )}
        </Combobox.Dropdown>
      </Combobox>
      {search === null && <RecordLine {...{ reference, named, nameBeside, code: text, noteId }} />}
    </div>
  );
}

function idOf(named: NamedState): string | null {
  return typeof named === 'object' ? (named?.id ?? null) : null;
}

/** The search word, and what the code named when the search began. */
function useSearch(reference: Reference, text: string) {
  const [search, setSearch] = useState<string | null>(null);
  const [before, setBefore] = useState<string | null>(null);
  const [began, setBegan] = useState('');
  const named = useNamed(reference, search === null ? text : '');
  const start = (next: string) => {
    if (search === null) setBegan(text);
    if (typeof named === 'object' && named !== null) setBefore(named.title);
    setSearch(next);
  };
  return { search, setSearch, named, before, began, start };
}

/** Returns the code or id by which records name a row; null if it has none yet. */
function nameOf(row: Row, by: Reference['by']): string | null {
  if (by === 'key') return row.key;
  return isLocalId(row.id) ? null : row.id;
}

/** Finds the best rows for a text; the first rows of the list for an empty one. */
function useFound(kind: Kind, search: string | null) {
  const text = search?.trim() ?? '';
  const first = useProcedure(
    'records.list',
    search !== null && text === '' ? { kind, limit: MOST } : null,
  );
  const best = useBestRows(kind, text, MOST);
  const planned = plannedRows(use(PlannedParts), kind, text);
  if (search === null) return { rows: [], loading: false };
  const found = text === '' ? (first.data?.rows ?? []) : best.rows;
  const loading = text === '' ? first.loading : best.loading;
  return { rows: [...planned, ...found], loading };
}

function titleOf(kind: Kind, { fields, id }: Row): string {
  return firstReadable(fields[resourceOf(kind).title]) ?? id;
}

interface OptionProps {
  readonly id: string;
  readonly kind: Kind;
  readonly row: Row;
  readonly isCurrent: boolean;
  /** False for a record that the service must have first. */
  readonly isNamed: boolean;
  readonly onPoint: () => void;
  readonly onPick: () => void;
}

function Option({ id, kind, row, isCurrent, isNamed, onPoint, onPick }: OptionProps) {
  const { t } = useTranslation();
  const name = priceField(resourceOf(kind));
  const value = name === null ? null : row.fields[name];
  const isPrice = typeof value === 'string' || typeof value === 'number';
  const price = usePriceText(kind, isPrice ? String(value) : null);
  return (
    <Combobox.Option
      id={id}
      value={row.id}
      selected={isCurrent}
      aria-selected={isCurrent}
      aria-disabled={!isNamed || undefined}
      className="known-option parts-option"
      onPointerMove={onPoint}
      // The input keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <PictureTile kind={kind} id={row.id} />
      <span className="parts-option-text">
        <span className="cut">{titleOf(kind, row)}</span>
        <code className="mono quiet">{row.key}</code>
        {!isNamed && <span className="quiet">{t('structure.sendFirst')}</span>}
      </span>
      {price !== null && <span className="num">{price}</span>}
    </Combobox.Option>
  );
}
