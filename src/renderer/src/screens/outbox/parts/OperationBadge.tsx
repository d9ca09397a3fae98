import { CircleAlert, Equal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { Badge, StateBadge } from '../../../ui/StateBadge.tsx';
import { isUncertain } from '../model/reasons.ts';

const OWN_WORDS = ['service-kept', 'gave-up', 'twin', 'file-damaged', 'record-damaged'] as const;

/** The reason that says more truly than the state where an operation stands; null for all others. */
export function tellingReason({ state, reason }: Operation): (typeof OWN_WORDS)[number] | null {
  if (state !== 'refused') return null;
  return OWN_WORDS.find((code) => code === reason?.code) ?? null;
}

interface OperationBadgeProps {
  readonly operation: Operation;
  readonly short?: boolean;
}

/** Where an operation stands; what stopped here is never called refused by the service. */
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
