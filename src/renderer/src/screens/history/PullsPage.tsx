import { CloudDownload } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { formatTime } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { grown } from '../problems/atOnce.ts';
import { pastView } from './pastView.ts';
import { PAGE, PastPage } from './PastPage.tsx';
import { readingsOf } from './readings.ts';
import type { Reading } from './readings.ts';

const CHANGES = ['added', 'changed', 'removed'] as const;

/** Lists the pulls with the number of remote changes; a line opens its changes. */
export function PullsPage({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(PAGE);
  const { data, error, stale } = useProcedure(
    'pulls.list',
    { limit },
    { refreshOn: ['pulls.changed'] },
  );
  const more = data !== undefined && data.pulls.length === limit;
  const readings = useMemo(() => readingsOf(data?.pulls ?? [], more), [data, more]);
  return (
    <PastPage
      tabs={tabs}
      count={data && t('past.pulls.count', { count: readings.length })}
      error={error}
      stale={stale}
      label={t('past.pulls.label')}
      items={readings}
      keyOf={readingKey}
      onMore={more ? () => setLimit(grown) : null}
      render={(reading, key, active) => (
        <ReadingLine reading={reading} rowKey={key} active={active} />
      )}
      empty={{
        icon: CloudDownload,
        title: t('past.pulls.none'),
        text: t('past.pulls.noneText'),
      }}
    />
  );
}

function readingKey({ startedAt, kinds }: Reading): string {
  return `${startedAt} ${kinds.join()}`;
}

interface ReadingLineProps {
  readonly reading: Reading;
  readonly rowKey: string;
  readonly active: boolean;
}

function ReadingLine({ reading, rowKey, active }: ReadingLineProps) {
  const { t } = useTranslation();
  const { at, kinds, first, complete } = reading;
  const changes = CHANGES.filter((change) => reading[change] > 0);
  const quiet = first || changes.length === 0;
  const counts = changes.map((change) => t(`past.pulls.${change}`, { count: reading[change] }));
  const outcome = first ? [t('past.pulls.first')] : quiet ? [t('past.pulls.same')] : counts;
  // A failed pull cannot prove that nothing had changed.
  const summary = complete ? outcome : [t('past.pulls.failed'), ...(first ? [] : counts)];
  return (
    <button
      type="button"
      id={`row-${rowKey}`}
      className="reading"
      tabIndex={active ? 0 : -1}
      onClick={() => pastView.setState({ page: 'others', reading, kind: null, change: null })}
    >
      <time className="num" dateTime={new Date(at).toISOString()}>
        {formatTime(at)}
      </time>
      <span className="cut">{kinds.map((kind) => textOf(resourceOf(kind).label)).join(', ')}</span>
      <span className={quiet ? 'quiet cut' : 'reading-changes num cut'}>{summary.join(' · ')}</span>
    </button>
  );
}
