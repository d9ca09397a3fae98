import { History, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry, HistoryResult } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { KindSelect, Select } from '../../ui/KindSelect.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { grown } from '../problems/atOnce.ts';
import { ActivityList } from './activity/ActivityList.tsx';
import { matching, textOfEntry } from './model/historyFilter.ts';
import { useWords } from '../../fields/useWords.ts';
import './activity/activity.css';

const PAGE = 500;
/** While the user filters by text, more entries are read than shown at first. */
const SEARCHED = 5000;
const NONE: readonly HistoryEntry[] = [];

/** The activity screen: local changes and their results, newest first. */
export function ActivityScreen({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind | null>(null);
  const [typed, setTyped] = useState('');
  const [result, setResult] = useState<ResultChoice | null>(null);
  const [limit, setLimit] = useState(PAGE);
  const asked = typed === '' ? limit : Math.max(limit, SEARCHED);
  const { data, error, stale, refresh } = useProcedure(
    'history.list',
    {
      limit: asked,
      ...(kind === null ? {} : { kind }),
      ...(result === null ? {} : { results: MEANT[result] }),
    },
    { refreshOn: ['outbox.changed'] },
  );
  const all = data?.entries ?? NONE;
  const shown = useFiltered(all, typed);
  const total = data?.total ?? all.length;
  const count = shown.length === total ? 'outbox.activity.entries' : 'outbox.activity.of';
  const more = total > all.length ? () => setLimit(grown(asked)) : null;
  const clear = () => {
    setTyped('');
    setKind(null);
    setResult(null);
  };
  return (
    <Screen
      title={t('frame.screens.activity')}
      {...(data === undefined
        ? {}
        : { detail: t(count, { count: total, shown: shown.length, total }) })}
      fixed
      toolbar={
        <div className="activity-tools">
          {tabs}
          <input
            type="search"
            value={typed}
            aria-label={t('outbox.activity.filter')}
            placeholder={t('outbox.activity.filter')}
            onChange={(event) => setTyped(event.target.value)}
          />
          <KindSelect kind={kind} onKind={setKind} />
          <ResultSelect result={result} onResult={setResult} />
        </div>
      }
    >
      <div className="activity">
        {error !== null && (
          <ErrorNotice error={error}>
            <Button onClick={refresh}>{t('common.actions.retry')}</Button>
          </ErrorNotice>
        )}
        {shown.length > 0 && <Columns />}
        {shown.length > 0 && <ActivityList entries={shown} onMore={more} />}
        {data !== undefined && !stale && shown.length === 0 && (
          <Nothing
            filtered={typed !== '' || kind !== null || result !== null}
            looked={all.length}
            onClear={clear}
            onMore={more}
          />
        )}
      </div>
    </Screen>
  );
}

const COLUMNS = ['time', 'record', 'field', 'change', 'result'] as const;

// Hidden from screen readers, which read each line as a whole.
function Columns() {
  const { t } = useTranslation();
  return (
    <div className="activity-columns" aria-hidden>
      {COLUMNS.map((column) => (
        <span key={column}>{t(`outbox.activity.${column}`)}</span>
      ))}
    </div>
  );
}

const RESULT_CHOICES = ['sent', 'refused', 'conflict', 'unknown', 'queued', 'discarded'] as const;
type ResultChoice = (typeof RESULT_CHOICES)[number];
const MEANT: Readonly<Record<ResultChoice, HistoryResult[]>> = {
  sent: ['done', 'done-note'],
  refused: ['refused'],
  conflict: ['conflict'],
  unknown: ['unknown'],
  queued: ['queued'],
  discarded: ['discarded', 'discarded-with-creation', 'discarded-along'],
};

interface ResultSelectProps {
  readonly result: ResultChoice | null;
  readonly onResult: (result: ResultChoice | null) => void;
}

function ResultSelect({ result, onResult }: ResultSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('past.results.label')}
      value={result ?? ''}
      onValue={(value) => onResult(RESULT_CHOICES.find((each) => each === value) ?? null)}
      options={[
        { value: '', label: t('past.results.all') },
        ...RESULT_CHOICES.map((each) => ({ value: each, label: t(`past.results.${each}`) })),
      ]}
    />
  );
}

interface NothingProps {
  readonly filtered: boolean;
  /** The number of entries searched. */
  readonly looked: number;
  readonly onClear: () => void;
  /** Reads older entries; null if there are none. */
  readonly onMore: (() => void) | null;
}

function Nothing({ filtered, looked, onClear, onMore }: NothingProps) {
  const { t } = useTranslation();
  if (!filtered)
    return (
      <Empty
        icon={History}
        title={t('outbox.activity.empty')}
        text={t('outbox.activity.emptyText')}
      />
    );
  return (
    <Empty
      icon={SearchX}
      title={t('outbox.activity.nothing')}
      text={
        onMore === null
          ? t('outbox.activity.nothingText')
          : t('outbox.activity.nothingYet', { count: looked })
      }
    >
      {onMore !== null && <Button onClick={onMore}>{t('outbox.activity.older')}</Button>}
      <Button onClick={onClear}>{t('outbox.activity.clear')}</Button>
    </Empty>
  );
}

function useFiltered(entries: readonly HistoryEntry[], typed: string): readonly HistoryEntry[] {
  const { t } = useTranslation();
  const words = useWords();
  const late = useDeferredValue(typed);
  return useMemo(() => {
    const saidOf = (entry: HistoryEntry) => t(`outbox.activity.results.${entry.result}`);
    return matching(entries, late, (entry) => textOfEntry(entry, words, saidOf(entry)));
  }, [entries, late, words, t]);
}
