import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import type { Side } from '../model/conflict.ts';
import { likeThis } from '../model/urgency.ts';
import type { DecisionProps } from './Card.tsx';
import { askForAll } from './sameQuestion.ts';

interface SameChoiceProps extends DecisionProps {
  /** The side chosen for all fields of this card; null if there is none. */
  readonly chosen: Side | null;
}

/** Offers to decide other conflicts of the same type at once. */
export function SameChoice({ operation, all, chosen }: SameChoiceProps) {
  const { t } = useTranslation();
  const others = likeThis(operation, all);
  const type = operation.conflict?.type;
  if (type === undefined || others.length === 0) return null;
  return (
    <Button
      tone="quiet"
      onClick={() => askForAll({ type, chosen, listed: [operation, ...others] })}
    >
      {t('outbox.same.open', { count: others.length })}
    </Button>
  );
}
