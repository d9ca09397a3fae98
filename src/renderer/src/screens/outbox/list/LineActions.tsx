import { Pause, Play, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { askToDiscard } from '../discardQuestion.ts';
import { actionsOf, holdKey, needsPerson } from '../model/actions.ts';
import { goToDecision } from '../outboxView.ts';
import { act } from '../acts.ts';
import type { Act } from '../../../ui/useAct.ts';

interface LineActionsProps extends Pick<Act, 'busy' | 'run'> {
  readonly operation: Operation;
  readonly all: readonly Operation[];
  readonly active: boolean;
}

/** The likeliest actions of a line; visible on the active line and on hover. */
export function LineActions({ operation, all, active, busy, run }: LineActionsProps) {
  const { t } = useTranslation();
  const hold = holdKey(operation, all);
  const tabIndex = active ? 0 : -1;
  const { title } = operation;
  return (
    <div className="line-actions">
      {hold !== null && (
        <IconButton
          icon={hold === 'hold' ? Pause : Play}
          label={`${t(`outbox.actions.${hold}`)}: ${title}`}
          tabIndex={tabIndex}
          disabled={busy}
          onClick={() => void run(() => act(hold, operation))}
        />
      )}
      {actionsOf(operation, all).includes('discard') && !needsPerson(operation) && (
        <IconButton
          icon={Trash2}
          label={`${t('outbox.actions.discard')} ${title}`}
          tabIndex={tabIndex}
          disabled={busy}
          onClick={() => askToDiscard(operation)}
        />
      )}
      {needsPerson(operation) && (
        <Button
          tone="quiet"
          className="line-decide"
          tabIndex={tabIndex}
          aria-label={`${t('outbox.actions.decide')} ${title}`}
          onClick={() => goToDecision(operation.id)}
        >
          {t('outbox.actions.decide')}
        </Button>
      )}
    </div>
  );
}
