import { ArrowUpRight, Pause, Play, RotateCcw, Send, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { start } from '../../../state/runs.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { askToDiscard } from '../discardQuestion.ts';
import { actionsOf } from '../model/actions.ts';
import type { OperationAction } from '../model/actions.ts';
import { goToDecision, openRecord } from '../outboxView.ts';
import { act, retryNow } from '../acts.ts';
import { useAct } from '../../../ui/useAct.ts';
import './operationButtons.css';

const ICONS: Readonly<Record<OperationAction, LucideIcon | null>> = {
  decide: null,
  hold: Pause,
  release: Play,
  send: Send,
  retry: RotateCcw,
  edit: ArrowUpRight,
  discard: Trash2,
};

interface OperationButtonsProps {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}

/** Shows a button for each action of an operation. */
export function OperationButtons({ operation, all }: OperationButtonsProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const actions = actionsOf(operation, all);
  if (actions.length === 0) return null;
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <div className="operation-buttons">
        {actions.map((action) => {
          const Icon = ICONS[action];
          const opens = action === 'edit' && operation.action === 'remove';
          return (
            <Button
              key={action}
              tone={toneOf(action)}
              disabled={busy}
              {...(Icon === null ? {} : { icon: Icon })}
              onClick={() => void run(() => perform(action, operation))}
            >
              {t(`outbox.actions.${opens ? 'open' : action}`)}
            </Button>
          );
        })}
      </div>
    </>
  );
}

function toneOf(action: OperationAction) {
  if (action === 'decide') return 'go';
  return action === 'discard' ? 'bad' : 'plain';
}

/** Performs the action of a button or key. */
export async function perform(action: OperationAction, operation: Operation): Promise<void> {
  switch (action) {
    case 'decide':
      return goToDecision(operation.id);
    case 'edit':
      return openRecord(operation);
    case 'discard':
      return askToDiscard(operation);
    case 'send':
      return void start('push', [operation.id]);
    case 'retry':
      return retryNow(operation);
    case 'hold':
    case 'release':
      return act(action, operation);
    default:
      return undefined;
  }
}
