import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { Button } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { RESULT_TONES } from '../../outbox/model/history.ts';
import { AttemptLine } from '../../outbox/parts/AttemptLine.tsx';
import { changeLines } from '../../../fields/values/values.ts';
import type { ChangeLine } from '../../../fields/values/values.ts';
import { useReasonText } from '../../outbox/useReasonText.ts';
import { useWords } from '../../../fields/useWords.ts';
import { Queued } from '../grid/Cell.tsx';
import { momentsOf } from '../../../fields/model/moments.ts';
import type { Moment } from '../../../fields/model/moments.ts';

/** The number of entries read first, and the factor for each request of older ones. */
const [FIRST, STEP] = [300, 4];

/** Shows the local history of a record, newest first. */
export function HistoryTab({ kind, id }: { readonly kind: Kind; readonly id: string }) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(FIRST);
  const { data, error } = useProcedure(
    'history.list',
    { kind, record: id, limit },
    { refreshOn: ['outbox.changed', 'records.changed'], kind },
  );
  const moments = useMemo(() => momentsOf(data?.entries ?? []), [data]);
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  if (moments.length === 0)
    return (
      <Empty
        icon={History}
        title={t('records.history.none')}
        text={t('records.history.noneText')}
      />
    );
  return (
    <>
      <ol className="timeline">
        {moments.map((moment) => (
          <MomentItem key={moment.key} moment={moment} />
        ))}
      </ol>
      {data.total > data.entries.length && (
        <Button onClick={() => setLimit(limit * STEP)}>{t('outbox.activity.older')}</Button>
      )}
      <Requests kind={kind} id={id} />
    </>
  );
}

/** Shows the requests sent for this record and the answers of the service. */
function Requests({ kind, id }: { readonly kind: Kind; readonly id: string }) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(FIRST);
  const { data } = useProcedure(
    'history.requests',
    { kind, record: id, limit },
    { refreshOn: ['outbox.changed'], kind },
  );
  if (data === undefined || data.requests.length === 0) return null;
  return (
    <section className="record-requests" aria-labelledby="record-requests">
      <h3 id="record-requests" className="heading">
        {t('past.requests.ofRecord')}
      </h3>
      <ol className="attempts">
        {data.requests.map((request) => (
          <li key={request.number}>
            <AttemptLine attempt={request} />
          </li>
        ))}
      </ol>
      {data.total > data.requests.length && (
        <Button onClick={() => setLimit(limit * STEP)}>{t('outbox.activity.older')}</Button>
      )}
    </section>
  );
}

function MomentItem({ moment }: { readonly moment: Moment }) {
  const { t } = useTranslation();
  const [first] = moment.entries;
  const teller = useReasonText();
  const reason = first?.reason ?? null;
  const detail =
    reason === null || first === undefined
      ? null
      : (teller(first.kind, reason) ?? reason.answer ?? null);
  return (
    <li className="moment" data-tone={RESULT_TONES[moment.result]}>
      <div className="moment-head">
        <strong>{t(`outbox.activity.results.${moment.result}`)}</strong>
        <span className="quiet">{actionText(t, moment.action)}</span>
        <time className="num quiet" dateTime={new Date(moment.time).toISOString()}>
          {formatTime(moment.time)}
        </time>
      </div>
      {detail !== null && <p className="quiet">{detail}</p>}
      {moment.entries.map((entry) => (
        <EntryChange key={entry.field ?? ''} entry={entry} />
      ))}
    </li>
  );
}

function actionText(t: TFunction, action: string): string {
  return action === 'create' || action === 'update' || action === 'remove'
    ? t(`records.history.actions.${action}`)
    : action;
}

function EntryChange({ entry }: { readonly entry: HistoryEntry }) {
  const words = useWords();
  const { kind, field, before, after } = entry;
  if (field === null) return null;
  const reading = { kind, words, fileName: () => undefined };
  return changeLines(reading, { field, before, after }).map((line) => (
    <Line key={line.id} line={line} />
  ));
}

function Line({ line }: { readonly line: ChangeLine }) {
  return (
    <div className="moment-line">
      <span className="quiet cut">{line.label}</span>
      <Queued before={line.before ?? ''} after={line.after ?? ''} />
    </div>
  );
}
