import { CircleAlert, Equal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { Badge, StateBadge } from '../../../ui/StateBadge.tsx';
import { isUncertain } from '../model/reasons.ts';

const OWN_WORDS = ['service-kept', 'gave-up', 'twin', 'file-damaged', 'record-damaged'] as const;

/**
 * Returns the reason code that describes the operation better than its state; null for all others.
 */
export function tellingReason({ state, reason }: Operation): (typeof OWN_WORDS)[number] | null {
  if (state !== 'refused') return null;
  return OWN_WORDS.find((code) => code === reason?.code) ?? null;
}

interface OperationBadgeProps {
  readonly operation: Operation;
  readonly short?: boolean;
}

/** Shows the state of an operation; one that Cabinet stopped itself is not called refused. */
export function OperationBadge({ operation, short = false }: OperationBadgeProps) {
  const { t } = useTranslation();
  const code = tellingReason(operation);
  if (code === null) return <StateBadge state={operation.state} short={short} />;
  const kept = code === 'service-kept';
  return (
    <Badge icon={kept ? Equal : CircleAlert} tone={kept ? 'ask' : 'bad'}>
      {t(`outbox.short.${isUncertain(operation) ? 'uncertain' : code}`)}
    </Badge>
  );
}
