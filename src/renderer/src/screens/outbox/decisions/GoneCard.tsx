import { useTranslation } from 'react-i18next';
import type { Conflict } from '#contract/operations.ts';
import { namesOf } from '../model/values.ts';
import { ChangeTable } from '../parts/ChangeTable.tsx';
import { useWords } from '../useWords.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';
import { SideButtons } from './SideButtons.tsx';
import { useDecide } from './useDecide.ts';

interface GoneCardProps extends DecisionProps {
  readonly conflict: Conflict;
}

/** Deleted there, changed here: create it again, or drop the change. */
export function GoneCard({ operation, all, conflict }: GoneCardProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { busy, error, decide } = useDecide(operation);
  const changed = conflict.fields.map(({ field }) => field);
  const fields = namesOf(operation.kind, changed, words);
  return (
    <Card
      {...{ operation, all, error }}
      title={t('outbox.conflict.title.gone')}
      lead={`${t('outbox.conflict.goneText', { fields })} ${t('outbox.conflict.nothingSent')}`}
      buttons={
        <SideButtons
          {...{ operation, all, busy }}
          onChoose={(side) => decide({ all: side })}
          theirs={t('outbox.conflict.dropChange')}
          mine={t('outbox.conflict.createAgain')}
        />
      }
    >
      <ChangeTable operation={operation} />
      <p className="card-note">{t('outbox.conflict.goneMeaning')}</p>
    </Card>
  );
}
