import { Combobox, useCombobox } from '@mantine/core';
import { useEffect, useId, useMemo, useState } from 'react';
import type { ComponentProps, FocusEvent, KeyboardEvent } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Suggestions } from '#contract/learned.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { formatCount } from '../i18n/format.ts';
import { useProcedure } from '../state/useProcedure.ts';
import { isComposing } from '../ui/keys/composing.ts';
import { doubtOf, offersFor } from './search/known.ts';
import type { Offers } from './search/known.ts';
import './known.css';

/** The field whose known values are suggested. */
export interface KnownField {
  readonly kind: Kind;
  readonly path: string;
  /** Returns the texts of the record's other fields, which narrow the values. */
  readonly filled?: () => Readonly<Record<string, string>>;
  /** The known values, where the caller has them; otherwise the core is asked. */
  readonly given?: Suggestions;
}

interface KnownInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> {
  readonly known: KnownField;
  readonly text: string;
  readonly onText: (text: string) => void;
  /**
   * In a `cell`, Enter and Tab also keep the text, and Escape leaves at once. In a cell that typing
   * opened (`typing`), arrow keys move on, unless Alt is held.
   */
  readonly place?: 'form' | 'filter' | 'cell' | 'typing';
  /** Marks a value that no record has; false while nothing was typed. */
  readonly marks?: boolean;
}

const COUNTED = ['learned.changed'] as const;
const NONE: Suggestions = { values: [], shared: false };
const NO_OFFERS: Offers = { values: [], areSimilar: false };

/** A text input that suggests the values that other records have; any text can be typed. */
export function KnownInput(props: KnownInputProps) {
  const { known, text, onText, place = 'form', marks = false, ...input } = props;
  const { t } = useTranslation();
  const [isFocused, setFocused] = useState(false);
  const { kind, path: field, filled, given } = known;
  const isWanted = given === undefined && (isFocused || (marks && text !== ''));
  const asked = useProcedure(
    'learned.values',
    // Only the list is narrowed by other fields; a mark needs no new answer when they change.
    isWanted ? { kind, field, filled: isFocused ? filled?.() : undefined } : null,
    { keep: false, refreshOn: COUNTED },
  );
  const data = given ?? asked.data ?? NONE;
  const list = useList(data, text, isFocused);
  const doubt = useMemo(() => (marks ? doubtOf(data, text) : null), [marks, data, text]);
  const noteId = useId();
  const store = useCombobox({ opened: list.isOpen });
  const choose = (value: string) => {
    onText(value);
    list.close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event) || onListKey(event, list, place, choose)) return;
    input.onKeyDown?.(event);
  };
  const listId = useId();
  return (
    <>
      <Combobox
        store={store}
        onOptionSubmit={choose}
        width={260}
        position="bottom-start"
        withinPortal={place !== 'filter'}
      >
        <Combobox.DropdownTarget>
          <input
            type="text"
            spellCheck={false}
            autoComplete="off"
            {...input}
            value={text}
            role="combobox"
            aria-describedby={`${input['aria-describedby'] ?? ''} ${noteId}`.trim()}
            aria-autocomplete="list"
            aria-expanded={list.isOpen}
            aria-controls={list.isOpen ? listId : undefined}
            aria-activedescendant={list.isOpen && list.at >= 0 ? `${listId}-${list.at}` : undefined}
            data-mantine-stop-propagation={list.isOpen ? true : undefined}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              onText(event.target.value);
              list.touch();
            }}
            onFocus={(event: FocusEvent<HTMLInputElement>) => {
              setFocused(true);
              input.onFocus?.(event);
            }}
            onBlur={(event: FocusEvent<HTMLInputElement>) => {
              setFocused(false);
              list.close();
              input.onBlur?.(event);
            }}
          />
        </Combobox.DropdownTarget>
        <Combobox.Dropdown className="known" hidden={!list.isOpen}>
          {list.isOpen && (
            <Listed {...{ t, list, listId, noteId }} note={noteOf(t, list.offers, place)} />
          )}
        </Combobox.Dropdown>
      </Combobox>
      {doubt !== null && !list.isOpen && (
        <span id={noteId} className="known-mark quiet">
          {doubt.code === 'new' ? (
            t('records.known.new')
          ) : (
            <button type="button" className="known-similar" onClick={() => choose(doubt.value)}>
              {t('records.known.similar', { value: doubt.value })}
            </button>
          )}
        </span>
      )}
    </>
  );
}

interface List {
  readonly offers: Offers;
  readonly isOpen: boolean;
  /** The chosen option; -1 for none. */
  readonly at: number;
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly touch: () => void;
  readonly close: () => void;
}

/** The state of the list: closed, with all values, or with those that fit the typed text. */
function useList(data: Suggestions, text: string, isFocused: boolean): List {
  const [mode, setMode] = useState<'closed' | 'all' | 'typed'>('closed');
  const [at, setAt] = useState(-1);
  const offers = useMemo(
    () => (isFocused && mode !== 'closed' ? offersFor(data, text, mode !== 'all') : NO_OFFERS),
    [data, text, mode, isFocused],
  );
  const count = offers.values.length;
  const show = (next: typeof mode) => {
    setMode(next);
    setAt(-1);
  };
  return {
    offers,
    isOpen: isFocused && mode !== 'closed' && count > 0,
    at: Math.min(at, count - 1),
    move: (by) => setAt((now) => (now + by < -1 ? count - 1 : now + by >= count ? -1 : now + by)),
    open: () => show('all'),
    touch: () => show('typed'),
    close: () => show('closed'),
  };
}

/** Handles the keys of the list; returns false for a key that is not its own. */
function onListKey(
  event: KeyboardEvent<HTMLInputElement>,
  list: List,
  place: KnownInputProps['place'],
  choose: (value: string) => void,
): boolean {
  const { isOpen, at, offers } = list;
  const isInCell = place === 'cell' || place === 'typing';
  const chosen = isOpen ? offers.values[at] : undefined;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const isFree = place !== 'typing' || event.altKey || chosen !== undefined;
    if (!isFree) return false;
    if (isOpen) list.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'ArrowDown') list.open();
    else return false;
    event.preventDefault();
    return true;
  }
  if (event.key === 'Escape' && isOpen && (!isInCell || chosen !== undefined)) {
    event.preventDefault();
    event.stopPropagation();
    list.close();
    return true;
  }
  if (chosen === undefined || (event.key !== 'Enter' && event.key !== 'Tab')) return false;
  choose(chosen.value);
  // In a cell the same key keeps the chosen text. Tab goes on to the next field.
  if (isInCell || event.key === 'Tab') return false;
  event.preventDefault();
  return true;
}

/** Returns the line below the options. */
function noteOf(
  t: TFunction,
  { areSimilar }: Offers,
  place: KnownInputProps['place'],
): string | null {
  if (areSimilar) return t('records.known.none');
  return place === 'typing' ? t('records.known.altKeys') : null;
}

interface ListedProps {
  readonly t: TFunction;
  readonly list: List;
  readonly note: string | null;
  readonly listId: string;
  readonly noteId: string;
}

function Listed({ t, list, note, listId, noteId }: ListedProps) {
  const chosen = list.at < 0 ? null : `${listId}-${list.at}`;
  useEffect(() => {
    if (chosen !== null) document.getElementById(chosen)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <>
      <Combobox.Options id={listId} aria-label={t('records.known.list')} className="known-list">
        {list.offers.values.map((each, at) => (
          <Combobox.Option
            key={each.value}
            id={`${listId}-${at}`}
            value={each.value}
            selected={at === list.at}
            aria-selected={at === list.at}
            className="known-option"
          >
            <span className="cut">{each.value}</span>
            {each.count > 0 && (
              <span className="known-count num quiet">{formatCount(each.count)}</span>
            )}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {note !== null && (
        <p id={noteId} className="known-note quiet">
          {note}
        </p>
      )}
    </>
  );
}
