import { useTranslation } from 'react-i18next';
import type { Reason } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { REASON_TEXTS } from '../model/reasons.ts';
import { useReasonText } from '../useReasonText.ts';
import './reason.css';

interface ReasonTextProps {
  readonly kind: Kind;
  readonly reason: Reason;
  /** Shows only the details of the reason; the card already says the rest. */
  readonly detailOnly?: boolean;
}

/** Explains in words why an operation is in its state. */
export function ReasonText({ kind, reason, detailOnly = false }: ReasonTextProps) {
  const { t } = useTranslation();
  const detail = useReasonText()(kind, reason);
  // The detail says the same more precisely.
  const tells = reason.code === 'gave-up' && detail !== null;
  if (detailOnly && detail === null && reason.details !== undefined) return null;
  return (
    <div className="reason">
      {!detailOnly && !tells && <p>{t(REASON_TEXTS[reason.code])}</p>}
      {detail !== null && <p className="reason-more">{detail}</p>}
      {reason.details === undefined && <Sentence text={reason.text} />}
    </div>
  );
}

// Older entries have no reason parts: only their English sentence is stored.
function Sentence({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <details className="reason-detail">
      <summary>{t('outbox.detail.saying')}</summary>
      <p lang="en">{text}</p>
    </details>
  );
}
