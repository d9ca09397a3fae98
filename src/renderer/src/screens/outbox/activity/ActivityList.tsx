import { useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '#contract/operations.ts';
import { Button } from '../../../ui/Button.tsx';
import { VirtualLines } from '../list/VirtualLines.tsx';
import { byDay } from '../model/history.ts';
import type { ActivityRow } from '../model/history.ts';
import { EntryLine } from './EntryLine.tsx';
import { useDayText } from './useDayText.ts';

interface ActivityListProps {
  readonly entries: readonly HistoryEntry[];
  /** Reads older entries; null if there are none. */
  readonly onMore: (() => void) | null;
}

type Line = ActivityRow | { readonly type: 'more'; readonly key: 'more' };

/**
 * Lists the entries by day; only those in view are drawn.
 *
 * The arrow keys move, Enter opens the record.
 */
export function ActivityList({ entries, onMore }: ActivityListProps) {
  const { t } = useTranslation();
  const more = onMore !== null;
  const rows = useMemo((): readonly Line[] => {
    const days = byDay(entries, more);
    return more ? [...days, { type: 'more', key: 'more' }] : days;
  }, [entries, more]);
  const [wanted, setWanted] = useState<string | null>(null);
  const [jump, setJump] = useState<string | null>(null);
  const active = placeOf(rows, wanted);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepFrom(rows, active, event.key);
    if (to === null) return;
    event.preventDefault();
    const key = rows[to]?.key ?? null;
    setWanted(key);
    setJump(key);
  };
  return (
    <VirtualLines
      rows={rows}
      label={t('outbox.activity.label')}
      top={2}
      estimate={(row) => (row.type === 'day' ? 42 : 28)}
      active={active}
      jump={jump}
      onJumped={() => setJump(null)}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setWanted(rowOf(target) ?? wanted)}
      render={(row) => {
        if (row.type === 'day') return <Day at={row.at} count={row.count} />;
        if (row.type === 'entry')
          return (
            <EntryLine entry={row.entry} rowKey={row.key} active={rows[active]?.key === row.key} />
          );
        return (
          <div className="activity-more">
            <Button onClick={onMore ?? undefined}>{t('outbox.activity.older')}</Button>
          </div>
        );
      }}
    />
  );
}

function Day({ at, count }: { readonly at: number; readonly count: number | null }) {
  const { t } = useTranslation();
  return (
    <h2 className="activity-day heading">
      {useDayText(at)}{' '}
      {count !== null && <span className="num">{t('outbox.activity.entries', { count })}</span>}
    </h2>
  );
}

function rowOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.dataset['row'] : undefined;
}

// New entries appear above: the active entry stays the same.
function placeOf(rows: readonly Line[], wanted: string | null): number {
  const index = rows.findIndex(({ key }) => key === wanted);
  return index >= 0 ? index : rows.findIndex(({ type }) => type === 'entry');
}

function stepFrom(rows: readonly Line[], from: number, key: string): number | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return null;
  for (let at = from + step; at >= 0 && at < rows.length; at += step)
    if (rows[at]?.type === 'entry') return at;
  return from;
}
