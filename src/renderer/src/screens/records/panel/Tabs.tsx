import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';

export const TABS = ['details', 'files', 'raw', 'history', 'used'] as const;
export type Tab = (typeof TABS)[number];

/** Returns the open tab; kinds without files fall back to the details. */
export function openTab(chosen: Tab, files: number | null): Tab {
  return chosen === 'files' && files === null ? 'details' : chosen;
}

interface TabsProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** Null for a kind without files. */
  readonly files: number | null;
  /** Null while unknown. */
  readonly users: number | null;
}

/** Shows the tabs of a record; the arrow keys move between them. */
export function Tabs({ tab: chosen, onTab, files, users }: TabsProps) {
  const { t } = useTranslation();
  const tab = openTab(chosen, files);
  const shown = TABS.filter((each) => each !== 'files' || files !== null);
  const counts: Partial<Record<Tab, number | null>> = { files, used: users };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = shown[shown.indexOf(tab) + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onTab(next);
    document.getElementById(`record-tab-${next}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={t('records.tabs.label')}>
      {shown.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`record-tab-${each}`}
          aria-selected={each === tab}
          aria-controls="record-tab-panel"
          tabIndex={each === tab ? 0 : -1}
          onClick={() => onTab(each)}
          onKeyDown={onKeyDown}
        >
          {t(`records.tabs.${each}`)}
          {typeof counts[each] === 'number' && (
            <span className="num quiet"> {formatCount(counts[each])}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** The content of the open tab. */
export function TabPanel({ tab, children }: { readonly tab: Tab; readonly children: ReactNode }) {
  return (
    <div
      key={tab}
      role="tabpanel"
      id="record-tab-panel"
      aria-labelledby={`record-tab-${tab}`}
      className="tab-panel scroll"
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {children}
    </div>
  );
}
