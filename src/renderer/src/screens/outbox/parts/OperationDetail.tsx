import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { formatMoment, formatTime } from '../../../i18n/format.ts';
import { FromGroup } from '../../../changesets/FromGroup.tsx';
import { Answer } from '../../../ui/ErrorNotice.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { AttemptList } from './AttemptList.tsx';
import { ChangeTable } from '../../../fields/ChangeTable.tsx';
import { FileList } from './FileList.tsx';
import { OperationButtons } from './OperationButtons.tsx';
import { ReasonText } from './ReasonText.tsx';
import { WaitsFor } from './WaitsFor.tsx';
import './detail.css';

interface OperationDetailProps {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}

/** Shows all details of an operation: reason, changes, files and requests. */
export function OperationDetail({ operation, all }: OperationDetailProps) {
  const { t } = useTranslation();
  const { reason, files, sentAt, createdAt } = operation;
  return (
    <div className="detail">
      {reason !== null && <ReasonText kind={operation.kind} reason={reason} />}
      {reason?.answer !== undefined && reason.answer !== '' && <Answer text={reason.answer} />}
      <NextTry operation={operation} />
      <WaitsFor operation={operation} all={all} />
      <FromGroup operation={operation} />
      <ChangeTable operation={operation} />
      {files.length > 0 && (
        <section>
          <h2 className="heading">{t('outbox.detail.files')}</h2>
          <FileList operation={operation} />
        </section>
      )}
      <section>
        <h2 className="heading">
          {t('outbox.detail.attempts')}
          <span className="detail-made">
            {t('outbox.detail.queued', { time: formatTime(createdAt) })}
            {sentAt !== null && ` · ${t('outbox.detail.sent', { time: formatTime(sentAt) })}`}
          </span>
        </h2>
        <AttemptList operation={operation} />
      </section>
      <OperationButtons operation={operation} all={all} />
    </div>
  );
}

function NextTry({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const { state, nextAt } = operation;
  const now = useNow(5_000);
  if (nextAt === null || nextAt < now) return null;
  const time = formatMoment(nextAt, now);
  return (
    <p className="quiet">
      {state === 'unknown' ? t('outbox.unknown.at', { time }) : t('outbox.detail.nextAt', { time })}
    </p>
  );
}
