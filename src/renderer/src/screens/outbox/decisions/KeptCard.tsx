import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { ReasonText } from '../parts/ReasonText.tsx';
import { discard, retryNow } from '../acts.ts';
import { useAct } from '../../../ui/useAct.ts';
import { keptText } from '../useReasonText.ts';
import { useWords } from '../../../fields/useWords.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';
import './kept.css';

/** Decides an accepted change when the service holds another value afterwards. */
export function KeptCard({ operation, all }: DecisionProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const { reason, title, action } = operation;
  const removal = action === 'remove';
  const kept = reason?.details?.kept ?? [];
  const words = useWords();
  const accept = () => run(() => discard(operation, t('outbox.kept.accepted', { name: title })));
  return (
    <Card
      {...{ operation, all, error }}
      title={t('outbox.kept.title')}
      lead={t(removal ? 'outbox.kept.removal' : 'outbox.kept.text')}
      buttons={
        <>
          <Button disabled={busy} onClick={() => void accept()}>
            {t(removal ? 'outbox.kept.acceptRemoval' : 'outbox.kept.accept')}
          </Button>
          <Button
            icon={RotateCcw}
            disabled={busy}
            onClick={() => void run(() => retryNow(operation))}
          >
            {t('common.actions.retry')}
          </Button>
        </>
      }
    >
      {kept.length > 0 && (
        <ul className="kept">
          {kept.map((each) => (
            <li key={each.field} className="num">
              {keptText(t, words, operation.kind, each)}
            </li>
          ))}
        </ul>
      )}
      {reason !== null && reason.details === undefined && (
        <ReasonText kind={operation.kind} reason={reason} detailOnly />
      )}
    </Card>
  );
}
