import { Modal } from '@mantine/core';
import { Search } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../ui/keys/composing.ts';
import { closeDialog } from '../../state/dialogs.ts';
import { Keys } from '../../ui/Kbd.tsx';
import { PaletteList } from './PaletteList.tsx';
import { useChoice } from '../../fields/search/useChoice.ts';
import { useEnter } from '../../fields/search/useEnter.ts';
import { usePaletteItems } from './usePaletteItems.ts';
import type { PaletteItem } from './usePaletteItems.ts';
import './palette.css';

/** The command palette: every command, and every record by code or name. */
export function Palette({ text: first }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened onClose={closeDialog} size={620} yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('frame.palette.title')}>
        <Modal.Body className="palette-body">
          <PaletteBody first={first} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteBody({ first }: { readonly first: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState(first);
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  // The field is focused at once, so that text typed right after Ctrl+K is not lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const { items, loading, error } = usePaletteItems(text, t('frame.palette.commands'));
  // The result count is known only after every kind has answered.
  const isKnown = !loading && error === null;
  const { at, isChosen, move, setAt, begin } = useChoice(items);
  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    closeDialog();
    item.run();
  };
  const enter = useEnter(loading && !isChosen, () => choose(items[at]));
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = STEPS[event.key];
    if (step !== undefined) move(step);
    else if (event.key === 'Enter') enter.press();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="palette-field">
        <Search size={16} aria-hidden />
        <input
          ref={field}
          data-autofocus
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? list : undefined}
          aria-activedescendant={items[at] === undefined ? undefined : `${list}-${at}`}
          aria-label={t('frame.palette.title')}
          placeholder={t('frame.palette.placeholder')}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            begin();
            enter.forget();
          }}
          onKeyDown={onKey}
        />
      </div>
      <PaletteList
        id={list}
        {...{ items, loading, error, at, text }}
        onPoint={setAt}
        onChoose={choose}
      />
      <PaletteFoot count={items.length > 0 || isKnown ? items.length : null} />
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

/** Shows the number of results; null while unknown. */
function PaletteFoot({ count }: { readonly count: number | null }) {
  const { t } = useTranslation();
  return (
    <div className="palette-foot">
      <span>
        <Keys keys="ArrowUp+ArrowDown" /> {t('frame.palette.help')}
      </span>
      <span>
        <Keys keys="Enter" /> {t('frame.palette.open')}
      </span>
      <span>
        <Keys keys="Escape" /> {t('frame.palette.leave')}
      </span>
      <output className="num">{count !== null && t('frame.palette.results', { count })}</output>
    </div>
  );
}
