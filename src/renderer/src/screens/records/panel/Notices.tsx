import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { Answer } from '../../../ui/ErrorNotice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { goToDecision, goToOperation } from '../../outbox/outboxView.ts';
import { ReasonText } from '../../outbox/parts/ReasonText.tsx';
import type { Loaded } from '../../../fields/useRecord.ts';

/** Shows the service's answers to the changes of this record, with a link to decide. */
export function Notices({ loaded }: { readonly loaded: Loaded }) {
  const telling = loaded.operations.filter(({ reason }) => reason !== null);
  return telling.map((operation) => <Notice key={operation.id} operation={operation} />);
}

function Notice({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const { id, state, reason } = operation;
  const asks = state === 'refused' || state === 'conflict' || state === 'unknown';
  if (reason === null) return null;
  return (
    <section className="said" data-asks={asks} aria-label={t('records.said')}>
      <StateBadge state={state} />
      <ReasonText kind={operation.kind} reason={reason} />
      {reason.answer !== undefined && reason.answer !== '' && <Answer text={reason.answer} />}
      <Button onClick={() => (asks ? goToDecision(id) : goToOperation(id))}>
        {t(asks ? 'records.decide' : 'records.toOutbox')}
      </Button>
    </section>
  );
}
