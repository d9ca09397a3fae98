import { Search, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { askToDiscard } from '../discardQuestion.ts';
import {
  countdown,
  isOldValueShown,
  isShownYet,
  lookUpOf,
  markerFile,
} from '../../../fields/values/lookup.ts';
import { AttemptList } from '../parts/AttemptList.tsx';
import { ChangeTable } from '../../../fields/ChangeTable.tsx';
import { ReasonText } from '../parts/ReasonText.tsx';
import { REASON_TEXTS } from '../model/reasons.ts';
import { retryNow } from '../acts.ts';
import { useAct } from '../../../ui/useAct.ts';
import { useNow } from '../../../ui/useNow.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';
import './unknown.css';

/** Shows an operation without an answer: when and how Cabinet looks it up before any repeat. */
export function UnknownCard({ operation, all }: DecisionProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const now = useNow(1000);
  const running = useStatus((state) => state.running === 'push');
  const left = (operation.nextAt ?? 0) - now;
  const { reason } = operation;
  const [title, lead] = headOf(operation);
  return (
    <Card
      {...{ operation, all, error }}
      title={t(title)}
      lead={t(lead)}
      buttons={
        <>
          <span className="card-left">
            <Button tone="bad" disabled={busy} onClick={() => askToDiscard(operation)}>
              {t('outbox.actions.discard')}
            </Button>
          </span>
          <Button
            tone="go"
            icon={Search}
            busy={busy || (running && left <= 0)}
            disabled={left > 0}
            onClick={() => void run(() => retryNow(operation))}
          >
            {t('outbox.unknown.look')}
          </Button>
        </>
      }
    >
      <LookUp operation={operation} left={left} />
      <section>
        <h3 className="heading">{t('outbox.detail.attempts')}</h3>
        <AttemptList operation={operation} />
      </section>
      <ChangeTable operation={operation} />
      {reason !== null && <ReasonText kind={operation.kind} reason={reason} detailOnly />}
      <p className="card-warning">
        <TriangleAlert size={15} aria-hidden />
        {t('outbox.unknown.discardWarning')}
      </p>
    </Card>
  );
}

/** Returns the title and the first sentence of the card. */
function headOf(operation: Operation) {
  if (isShownYet(operation)) return ['outbox.unknown.shownYet', 'outbox.kept.removal'] as const;
  if (isOldValueShown(operation))
    return ['outbox.unknown.oldValue', 'outbox.unknown.oldValueText'] as const;
  return ['outbox.unknown.title', REASON_TEXTS[operation.reason?.code ?? 'no-answer']] as const;
}

interface LookUpProps {
  readonly operation: Operation;
  /** The remaining wait in milliseconds. */
  readonly left: number;
}

function LookUp({ operation, left }: LookUpProps) {
  const { t } = useTranslation();
  const key = operation.key ?? operation.title;
  const file = markerFile(operation) ?? operation.title;
  const how = t(`outbox.unknown.how.${lookUpOf(operation)}`, { key, file });
  return (
    <div className="unknown">
      {left > 0 ? (
        <p className="unknown-clock">
          <b className="num">
            {t('outbox.unknown.at', { time: formatMoment(operation.nextAt ?? 0) })}
          </b>{' '}
          <span className="num quiet">{t('outbox.unknown.in', { span: countdown(left) })}</span>
        </p>
      ) : (
        <p className="unknown-clock">
          <b>{t('outbox.unknown.due')}</b>
        </p>
      )}
      <p>{how}</p>
      {left > 0 && <p className="quiet">{t('outbox.unknown.wait')}</p>}
    </div>
  );
}
