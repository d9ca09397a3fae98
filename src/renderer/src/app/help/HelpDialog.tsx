import { Modal, SegmentedControl } from '@mantine/core';
import { Keyboard } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { termsOf } from '#contract/normalizeForSearch.ts';
import { language } from '../../i18n/locale.ts';
import { closeDialog, openDialog } from '../../state/dialogs.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { LogPage } from './LogPage.tsx';
import { Blocks, Inlines, ReadingContext } from './MarkdownText.tsx';
import type { Section } from './markdown.ts';
import { contentsOf, loadPage } from './pages.ts';
import type { HelpPage } from './pages.ts';
import { findSections } from './search.ts';
import './help.css';

/** The help: the administrators' manual, what is new, and the log. */
export function HelpDialog({ page: first }: { readonly page: HelpPage | 'log' }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(first);
  const [text, setText] = useState('');
  const terms = useMemo(() => termsOf(text), [text]);
  const clear = useCallback(() => setText(''), []);
  const choose = (next: string) => {
    setPage(PAGES.find((each) => each === next) ?? 'manual');
    setText('');
  };
  return (
    <Modal
      opened
      onClose={closeDialog}
      // The first Escape clears the search.
      closeOnEscape={text === ''}
      title={t('help.title')}
      size={1080}
      classNames={{ content: 'help-window', body: 'help' }}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className="help-head" onKeyDown={(event) => enterContents(event)} role="presentation">
        <SearchField
          first
          label={t(page === 'log' ? 'help.logSearch' : 'help.search')}
          text={text}
          onText={setText}
        />
        <SegmentedControl
          aria-label={t('help.pages')}
          value={page}
          data={PAGES.map((value) => ({ value, label: t(`help.${value}`) }))}
          onChange={choose}
        />
        <Button onClick={() => openDialog({ id: 'shortcuts' })}>
          <Keyboard size={14} aria-hidden /> {t('frame.shortcuts.title')}{' '}
          <Kbd shortcut="shortcuts" />
        </Button>
      </div>
      {page === 'log' ? <LogPage terms={terms} /> : <Reading {...{ page, terms, clear }} />}
    </Modal>
  );
}

const PAGES = ['manual', 'news', 'log'] as const;

interface ReadingProps {
  readonly page: HelpPage;
  readonly terms: readonly string[];
  /** Clears the search. */
  readonly clear: () => void;
}

/** The contents and the text of a page, reduced to the sections that the search found. */
function Reading({ page, terms, clear }: ReadingProps) {
  const { t } = useTranslation();
  const sections = usePage(page);
  const shown = useMemo(() => findSections(sections, terms), [sections, terms]);
  const body = useRef<HTMLDivElement>(null);
  const goTo = (anchor: string) => {
    // A heading that the search left out is shown again.
    if (!shown.some(({ id }) => id === anchor)) clear();
    requestAnimationFrame(() => focusHeading(body.current, anchor));
  };
  return (
    <>
      <Contents sections={contentsOf(shown)} onChoose={goTo} />
      <div
        ref={body}
        className="help-body"
        role="region"
        aria-label={t(`help.${page}`)}
        // The text is scrolled with the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <ReadingContext value={{ terms, goTo }}>
          {shown.map((section, at) => (
            // A part that is found without a chapter before it stands for one.
            <SectionText
              key={section.id}
              section={section}
              isPart={section.level > 2 && shown.slice(0, at).some(({ level }) => level <= 2)}
            />
          ))}
        </ReadingContext>
      </div>
      <output className={shown.length > 0 || sections.length === 0 ? 'unseen' : 'help-none quiet'}>
        {terms.length === 0 ? '' : t('help.found', { count: shown.length })}
      </output>
    </>
  );
}

/** The same list each time, so that nothing is searched again. */
const NONE: readonly Section[] = [];

function usePage(page: HelpPage): readonly Section[] {
  const [loaded, setLoaded] = useState<{
    readonly of: string;
    readonly sections: readonly Section[];
  }>();
  const shown = language();
  const of = `${page} ${shown}`;
  useEffect(() => {
    let isShown = true;
    void loadPage(page, shown).then((sections) => {
      if (isShown) setLoaded({ of, sections });
    });
    return () => {
      isShown = false;
    };
  }, [page, shown, of]);
  return loaded?.of === of ? loaded.sections : NONE;
}

interface ContentsProps {
  readonly sections: readonly Section[];
  readonly onChoose: (anchor: string) => void;
}

function Contents({ sections, onChoose }: ContentsProps) {
  const { t } = useTranslation();
  return (
    <nav className="help-contents" aria-label={t('help.contents')}>
      <div role="presentation" onKeyDown={moveInContents}>
        <ul>
          {sections.map(({ id, level, title }) => (
            <li key={id} data-level={level}>
              <button type="button" data-anchor={id} onClick={() => onChoose(id)}>
                <Inlines of={title} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

// The arrow keys go from heading to heading.
function moveInContents(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.findIndex((each) => each === document.activeElement);
  event.preventDefault();
  all[at + step]?.focus();
}

// Arrow down leaves the search for the first heading found.
function enterContents(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return;
  if (event.target.type === 'radio') return;
  event.preventDefault();
  event.currentTarget.parentElement?.querySelector<HTMLElement>('.help-contents button')?.focus();
}

interface SectionTextProps {
  readonly section: Section;
  readonly isPart: boolean;
}

function SectionText({ section: { id, level, title, blocks }, isPart }: SectionTextProps) {
  const Heading = isPart ? 'h4' : 'h3';
  return (
    <section>
      <Heading data-heading={id} data-level={level} tabIndex={-1}>
        <Inlines of={title} />
      </Heading>
      <Blocks of={blocks} />
    </section>
  );
}

function focusHeading(body: HTMLElement | null, anchor: string): void {
  const found = body?.querySelector<HTMLElement>(`[data-heading="${CSS.escape(anchor)}"]`);
  found?.scrollIntoView({ block: 'start' });
  found?.focus({ preventScroll: true });
}
