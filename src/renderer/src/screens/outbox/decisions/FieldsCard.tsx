import { useTranslation } from 'react-i18next';
import type { Conflict } from '#contract/operations.ts';
import { Button } from '../../../ui/Button.tsx';
import { askToDiscard } from '../discardQuestion.ts';
import {
  changedOnlyThere,
  choicesOf,
  choiceTexts,
  compare,
  resultOf,
  stillOpen,
  uniform,
} from '../model/conflict.ts';
import type { Choices, Compared } from '../model/conflict.ts';
import { labelOf } from '../../../fields/values/values.ts';
import { useWords } from '../../../fields/useWords.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';
import { CompareTable } from './CompareTable.tsx';
import { decided } from './decided.ts';
import { SameChoice } from './SameChoice.tsx';
import { useDecide } from './useDecide.ts';

interface FieldsCardProps extends DecisionProps {
  readonly conflict: Conflict;
}

/** Decides a conflict of fields changed here and on the service; no side is preselected. */
export function FieldsCard({ operation, all, conflict }: FieldsCardProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { busy, error, decide } = useDecide(operation);
  const lines = compare(operation.kind, conflict);
  const choices = choicesOf(lines, decided.useOf(operation.id));
  const merged = changedOnlyThere(operation.kind, conflict);
  const open = stillOpen(lines, choices);
  const missing = open.map((field) => labelOf(operation.kind, field, words)).join(', ');
  return (
    <Card
      {...{ operation, all, error }}
      title={t('outbox.conflict.title.fields')}
      lead={t('outbox.conflict.nothingSent')}
      buttons={
        <>
          <span className="card-left">
            <Button disabled={busy} onClick={() => askToDiscard(operation)}>
              {t('outbox.conflict.dropMine')}
            </Button>
            <SameChoice operation={operation} all={all} chosen={uniform(lines, choices)} />
          </span>
          <output className="card-hint" id="apply-hint">
            {open.length > 0
              ? t('outbox.conflict.missing', { fields: missing })
              : t(
                  sendsMine(lines, choices)
                    ? 'outbox.conflict.complete'
                    : 'outbox.conflict.completeNothing',
                )}
          </output>
          <Button
            tone="go"
            busy={busy}
            disabled={open.length > 0}
            aria-describedby="apply-hint"
            onClick={() => decide({ fields: choices })}
          >
            {t('outbox.conflict.apply')}
          </Button>
        </>
      }
    >
      <CompareTable
        {...{ operation, conflict, choices }}
        lines={[...lines, ...merged]}
        onChoose={(chosen) => decided.type(operation.id, choiceTexts(lines, chosen))}
      />
    </Card>
  );
}

function sendsMine(lines: readonly Compared[], choices: Choices): boolean {
  return lines.some(
    (line) =>
      resultOf(line, choices) === line.mine && line.standing !== 'same' && line.mine !== null,
  );
}
