import { SearchX, Send } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry } from '#contract/past.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { goToRecord } from '../../state/view.ts';
import { kindIcons } from '../../ui/kindIcons.ts';
import { KindSelect, Select } from '../../ui/KindSelect.tsx';
import { Named } from '../../ui/Named.tsx';
import { AttemptLine } from '../outbox/parts/AttemptLine.tsx';
import { grown } from '../problems/atOnce.ts';
import { PAGE, PastPage } from './PastPage.tsx';

const NONE: readonly RequestEntry[] = [];
const OUTCOMES = ['applied', 'not-applied', 'refused', 'unknown'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Lists all sent requests with the answers of the service, newest first. */
export function RequestsPage({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [limit, setLimit] = useState(PAGE);
  const { data, error, stale } = useProcedure(
    'history.requests',
    {
      limit,
      ...(kind === null ? {} : { kind }),
      ...(outcome === null ? {} : { outcome }),
    },
    { refreshOn: ['outbox.changed'] },
  );
  const requests = data?.requests ?? NONE;
  const more = data !== undefined && data.total > requests.length;
  const nothing = kind !== null || outcome !== null ? 'nothing' : 'none';
  return (
    <PastPage
      tabs={tabs}
      tools={
        <>
          <KindSelect kind={kind} onKind={setKind} />
          <Select
            label={t('past.requests.outcome')}
            value={outcome ?? ''}
            onValue={(value) => setOutcome(OUTCOMES.find((each) => each === value) ?? null)}
            options={[
              { value: '', label: t('past.requests.all') },
              ...OUTCOMES.map((each) => ({
                value: each,
                label: t(`past.requests.outcomes.${each}`),
              })),
            ]}
          />
        </>
      }
      count={data && t('past.requests.count', { count: data.total })}
      error={error}
      stale={stale}
      label={t('past.requests.label')}
      items={requests}
      keyOf={requestKey}
      onMore={more ? () => setLimit(grown) : null}
      render={(request, key, active) => (
        <RequestLine request={request} rowKey={key} active={active} />
      )}
      empty={{
        icon: nothing === 'none' ? Send : SearchX,
        title: t(`past.requests.${nothing}`),
        text: t(`past.requests.${nothing}Text`),
      }}
    />
  );
}

function requestKey({ number }: RequestEntry): string {
  return String(number);
}

interface RequestLineProps {
  readonly request: RequestEntry;
  readonly rowKey: string;
  readonly active: boolean;
}

function RequestLine({ request, rowKey, active }: RequestLineProps) {
  const { kind, id, key, title } = request;
  const Icon = kindIcons[kind];
  return (
    <div className="request">
      <button
        type="button"
        id={`row-${rowKey}`}
        tabIndex={active ? 0 : -1}
        onClick={() => goToRecord(kind, id)}
      >
        <Icon size={14} aria-hidden />
        <Named title={title} code={key} />
      </button>
      <AttemptLine attempt={request} />
    </div>
  );
}
