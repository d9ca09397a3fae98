import { ClipboardCheck, Users, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PullChange } from '#contract/past.ts';
import { formatDate, formatTime } from '../../i18n/format.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { KindSelect, Select } from '../../ui/KindSelect.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { A_MINUTE, useNow } from '../../ui/useNow.ts';
import { grown } from '../problems/atOnce.ts';
import { beginReview } from '../review/reviewView.ts';
import { SINCE, sinceTime } from '../review/since.ts';
import { OtherLine } from './OtherLine.tsx';
import { PAGE, PastPage } from './PastPage.tsx';
import { pastView } from './pastView.ts';
import type { Reading } from './readings.ts';
import { recordKey } from './RecordLines.tsx';

const CHANGES = ['added', 'changed', 'removed'] as const;
const NONE: readonly PullChange[] = [];

/** Lists the remote changes since a time, by record. */
export function OthersPage({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation();
  const { since, look, reading, kind, change } = pastView();
  const [limit, setLimit] = useState(PAGE);
  const failure = useFailure();
  const now = useNow(A_MINUTE);
  const time = reading === null ? (look ?? sinceTime(since, now)) : reading.startedAt;
  const kinds = kind === null ? reading?.kinds : [kind];
  const filter = {
    since: time,
    ...(reading === null ? {} : { until: reading.at }),
    ...(kinds === undefined ? {} : { kinds: [...kinds] }),
    ...(change === null ? {} : { change }),
  };
  const { data, error, stale } = useProcedure(
    'pulls.changes',
    { ...filter, limit },
    { refreshOn: ['records.changed', 'pulls.changed'] },
  );
  const changes = data?.changes ?? NONE;
  const more = data !== undefined && data.total > changes.length;
  const isThere = change !== 'removed' && changes.length > 0;
  const review = () => {
    failure.clear();
    const name = `${t('review.names.pull')}, ${formatDate(now)}`;
    // The review covers exactly the listed changes.
    const source = { from: 'pull', ...filter } as const;
    beginReview(name, source).catch(failure.fail);
  };
  return (
    <PastPage
      tabs={tabs}
      tools={
        <>
          <Filters />
          <Button icon={ClipboardCheck} disabled={!isThere} onClick={review}>
            {t('review.begin')}
          </Button>
        </>
      }
      count={data && t('common.records', { count: data.total })}
      error={failure.error ?? error}
      stale={stale}
      note={
        reading !== null ? <OfReading reading={reading} /> : <Since since={data?.since ?? null} />
      }
      label={t('past.others.label')}
      items={changes}
      keyOf={recordKey}
      onMore={more ? () => setLimit(grown) : null}
      render={(item, key, active) => <OtherLine change={item} rowKey={key} active={active} />}
      empty={{ icon: Users, title: t('past.others.none'), text: t('past.others.noneText') }}
    />
  );
}

function Since({ since }: { readonly since: number | null }) {
  const { t } = useTranslation();
  if (since === null) return null;
  return <p className="past-note">{t('past.others.since', { time: formatTime(since) })}</p>;
}

function OfReading({ reading }: { readonly reading: Reading }) {
  const { t } = useTranslation();
  return (
    <p className="past-note">
      {t('past.pulls.one', { time: formatTime(reading.at) })}
      <Button tone="quiet" icon={X} onClick={() => pastView.setState({ reading: null })}>
        {t('past.others.allReadings')}
      </Button>
    </p>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { since, look, reading, kind, change } = pastView();
  const times = look === null ? SINCE : (['look', ...SINCE] as const);
  return (
    <>
      {reading === null && (
        <Select
          label={t('past.others.sinceLabel')}
          value={look === null ? since : 'look'}
          onValue={(value) => {
            const chosen = SINCE.find((each) => each === value);
            if (chosen !== undefined) pastView.setState({ since: chosen, look: null });
          }}
          options={times.map((each) => ({ value: each, label: t(`past.since.${each}`) }))}
        />
      )}
      <KindSelect kind={kind} onKind={(next) => pastView.setState({ kind: next })} />
      <Select
        label={t('past.others.change')}
        value={change ?? ''}
        onValue={(value) =>
          pastView.setState({ change: CHANGES.find((each) => each === value) ?? null })
        }
        options={[
          { value: '', label: t('past.others.allChanges') },
          ...CHANGES.map((each) => ({ value: each, label: t(`past.change.${each}`) })),
        ]}
      />
      <span className="past-space" />
    </>
  );
}
