import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import type { Side } from '../model/conflict.ts';
import { likeThis } from '../model/urgency.ts';
import type { DecisionProps } from './Card.tsx';
import { askForAll } from './sameQuestion.ts';

interface SameChoiceProps extends DecisionProps {
  /** The side chosen on this card for everything, if one was. */
  readonly chosen: Side | null;
}

/** Offers the same choice for the other conflicts of this sort, after listing them. */
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
