import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { isTyped } from '../../ui/keys/letters.ts';
import { screens } from '../screens.ts';
import { UndoButton } from '../../changesets/UndoButton.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { titleStore } from '../../state/title.ts';
import { useView } from '../../state/view.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { SyncPill } from './SyncPill.tsx';
import './bar.css';

/** The top bar: title, search and sync pill. */
export function Bar() {
  const { t } = useTranslation();
  const { title, detail } = titleStore((state) => state);
  // Until the screen has set its title, its label is shown.
  const label = useView((view) =>
    view.screen === 'records' ? textOf(resourceOf(view.kind).label) : t(screens[view.screen].label),
  );
  return (
    <header className="bar">
      <h1 className="bar-title cut">
        {title === '' ? label : title} {detail !== null && <small className="num">{detail}</small>}
      </h1>
      <SearchField />
      <div className="bar-pill">
        <UndoButton />
        <SyncPill />
      </div>
    </header>
  );
}

function SearchField() {
  const { t } = useTranslation();
  const field = useRef<HTMLButtonElement>(null);
  const open = (text: string) => openDialog({ id: 'palette', text });
  return (
    <button
      ref={field}
      type="button"
      className="bar-search"
      onClick={() => open('')}
      onKeyDown={(event) => {
        // A letter typed here starts the search.
        if (event.key === ' ' || !isTyped(event)) return;
        event.preventDefault();
        open(event.key);
      }}
    >
      <Search size={14} aria-hidden />
      <span className="cut">{t('frame.search')}</span>
      <Kbd shortcut="palette" />
    </button>
  );
}
