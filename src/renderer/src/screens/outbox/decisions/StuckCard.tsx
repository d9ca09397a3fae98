import { ArrowUpRight, List, RotateCcw, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { goToKind } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { isUncertain } from '../model/reasons.ts';
import { openRecord } from '../outboxView.ts';
import { askToDiscard } from '../discardQuestion.ts';
import { AttemptList } from '../parts/AttemptList.tsx';
import { ChangeTable } from '../../../fields/ChangeTable.tsx';
import { FileList } from '../parts/FileList.tsx';
import { ReasonText } from '../parts/ReasonText.tsx';
import { retryNow } from '../acts.ts';
import { useAct } from '../../../ui/useAct.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';

const SORTS = ['gave-up', 'twin', 'file-damaged', 'record-damaged'] as const;
type Sort = (typeof SORTS)[number] | 'uncertain' | 'other';

/** Decides an operation that Cabinet stopped itself, for example because of a damaged file. */
export function StuckCard({ operation, all }: DecisionProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const sort = sortOf(operation);
  const again = sort !== 'record-damaged' && sort !== 'file-damaged';
  const { reason, kind } = operation;
  return (
    <Card
      {...{ operation, all, error }}
      title={t(`outbox.stuck.${sort}.title`)}
      lead={t(`outbox.stuck.${sort}.text`)}
      buttons={
        <>
          <span className="card-left">
            <Button tone="bad" disabled={busy} onClick={() => askToDiscard(operation)}>
              {t('outbox.actions.discard')}
            </Button>
          </span>
          {sort === 'twin' && (
            <Button icon={List} onClick={() => goToKind(kind)}>
              {t('outbox.stuck.list')}
            </Button>
          )}
          {!again && (
            <Button icon={ArrowUpRight} onClick={() => openRecord(operation)}>
              {t('outbox.actions.edit')}
            </Button>
          )}
          {again && (
            <Button
              tone="go"
              icon={sort === 'twin' ? Search : RotateCcw}
              busy={busy}
              onClick={() => void run(() => retryNow(operation))}
            >
              {t(sort === 'twin' ? 'outbox.stuck.check' : 'common.actions.retry')}
            </Button>
          )}
        </>
      }
    >
      <Ids operation={operation} />
      <ChangeTable operation={operation} />
      <FileList operation={operation} />
      <section>
        <h3 className="heading">{t('outbox.detail.attempts')}</h3>
        <AttemptList operation={operation} />
      </section>
      {reason !== null && sort !== 'twin' && <ReasonText kind={kind} reason={reason} detailOnly />}
    </Card>
  );
}

function sortOf(operation: Operation): Sort {
  const { reason } = operation;
  if (isUncertain(operation)) return 'uncertain';
  return SORTS.find((sort) => sort === reason?.code) ?? 'other';
}

function Ids({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const ids = operation.reason?.details?.ids;
  if (ids === undefined) return null;
  return (
    <div>
      <h3 className="heading">{t('outbox.stuck.ids')}</h3>
      <ul className="mono">
        {ids.map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </div>
  );
}
