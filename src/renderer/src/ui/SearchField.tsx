import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from './keys/composing.ts';
import { useHotkeys } from './keys/useHotkeys.ts';
import { Kbd } from './Kbd.tsx';
import './searchField.css';

interface SearchFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** In a dialog: has the focus when the dialog opens. */
  readonly first?: boolean;
}

/**
 * A search field that filters at each key press.
 *
 * `/` focuses it; Escape clears it.
 */
export function SearchField({ label, text, onText, first = false }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useHotkeys({ search: () => input.current?.focus() });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '' || isComposing(event)) return;
    event.stopPropagation();
    onText('');
  };
  return <SearchInput ref={input} {...{ label, text, onText, onKeyDown, first }} />;
}

interface SearchInputProps extends SearchFieldProps {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly id?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The search input alone, for a screen with its own keys. */
export function SearchInput({
  label,
  text,
  onText,
  onKeyDown,
  id,
  ref,
  first = false,
}: SearchInputProps) {
  const { t } = useTranslation();
  return (
    <div className="search-field">
      <Search size={14} aria-hidden />
      <input
        ref={ref}
        id={id}
        data-autofocus={first || undefined}
        value={text}
        maxLength={400}
        placeholder={label}
        aria-label={label}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <Kbd shortcut="search" />
      ) : (
        <button
          type="button"
          aria-label={`${t('common.actions.clear')}: ${label}`}
          onClick={({ currentTarget }) => {
            onText('');
            // The button disappears with the text, so the focus moves to the input.
            currentTarget.parentElement?.querySelector('input')?.focus();
          }}
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </div>
  );
}
