import { useTranslation } from 'react-i18next';
import type { Reason } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { REASON_TEXTS } from '../model/reasons.ts';
import { useReasonText } from '../useReasonText.ts';
import './reason.css';

interface ReasonTextProps {
  readonly kind: Kind;
  readonly reason: Reason;
  /** Only what the reason knows beyond its code: the card has said the rest in its own words. */
  readonly detailOnly?: boolean;
}

/** Why an operation is where it is, in the person's words, with what exactly stands in the way. */
export function ReasonText({ kind, reason, detailOnly = false }: ReasonTextProps) {
  const { t } = useTranslation();
  const detail = useReasonText()(kind, reason);
  // Its detail says the same again, and better.
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

// Written down before a reason was kept as parts: its English sentence is all there is.
function Sentence({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <details className="reason-detail">
      <summary>{t('outbox.detail.saying')}</summary>
      <p lang="en">{text}</p>
    </details>
  );
}
