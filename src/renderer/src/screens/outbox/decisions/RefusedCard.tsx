import { RotateCcw, Send } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { refusedGroups, rulesBehind } from '#contract/refusedGroups.ts';
import { call } from '../../../state/core.ts';
import { start } from '../../../state/runs.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Answer } from '../../../ui/ErrorNotice.tsx';
import { correctGroup } from '../correctGroup.ts';
import { askToDiscard } from '../discardQuestion.ts';
import { labelAt } from '../../../fields/model/fields.ts';
import { ChangeTable } from '../../../fields/ChangeTable.tsx';
import { FileList } from '../parts/FileList.tsx';
import { openRecord } from '../outboxView.ts';
import { retryNow } from '../acts.ts';
import { useAct } from '../../../ui/useAct.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';
import { MendForm } from './MendForm.tsx';
import { useMending } from './useMending.ts';
import type { Mending } from './useMending.ts';

/** Decides a refused operation: shows the service's answer and lets the user correct and resend. */
export function RefusedCard({ operation, all }: DecisionProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const draft = useMending(operation);
  const { inputs, ready } = draft;
  const group = useMemo(
    () =>
      refusedGroups(all).find(
        ({ fact, correctable }) =>
          correctable.includes(operation) && (fact === 'required' || correctable.length > 1),
      ),
    [all, operation],
  );
  const mend = () => {
    if (ready && !busy) void run(() => mendAndSend(operation, draft, t));
  };
  return (
    <Card
      {...{ operation, all, error }}
      title={t(`outbox.refused.title.${operation.action}`)}
      buttons={
        <>
          <span className="card-left">
            <Button tone="bad" disabled={busy} onClick={() => askToDiscard(operation)}>
              {t('outbox.actions.discard')}
            </Button>
            {group !== undefined && (
              <Button disabled={busy} onClick={() => correctGroup(group)}>
                {t('outbox.groups.correct', { count: group.correctable.length })}
              </Button>
            )}
          </span>
          {inputs.length > 0 && !ready && <output className="card-hint">{draft.hint}</output>}
          <Button
            icon={RotateCcw}
            disabled={busy}
            onClick={() => void run(() => retryNow(operation))}
          >
            {t('common.actions.retry')}
          </Button>
          {inputs.length > 0 && (
            <Button tone="go" icon={Send} busy={busy} disabled={!ready} onClick={mend}>
              {t('outbox.refused.mend')}
            </Button>
          )}
        </>
      }
    >
      <Said operation={operation} />
      {inputs.length > 0 && <MendForm {...draft} operation={operation} onSend={mend} />}
      <Others operation={operation} typedFields={new Set(inputs.map(({ field }) => field))} />
    </Card>
  );
}

function Said({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const answer = operation.reason?.answer ?? '';
  if (answer === '') return <p className="quiet">{t('outbox.refused.saidNothing')}</p>;
  return (
    <div>
      <p className="heading">{t('common.answered')}</p>
      <Answer text={answer} />
      {rulesBehind(operation)
        .filter(({ words }) => !answer.includes(words))
        .map(({ field, words }) => (
          <Answer key={field} text={`${labelAt(operation.kind, field)}: ${words}`} />
        ))}
    </div>
  );
}

interface OthersProps {
  readonly operation: Operation;
  readonly typedFields: ReadonlySet<string>;
}

function Others({ operation, typedFields }: OthersProps) {
  const { t } = useTranslation();
  // Files are listed below, each with its state.
  const sent = new Set(operation.files.map(({ field }) => field));
  const rest = operation.changes.filter(({ field }) => !typedFields.has(field) && !sent.has(field));
  if (operation.action === 'remove' || (rest.length === 0 && operation.files.length === 0))
    return null;
  return (
    <div>
      <p className="heading">
        {t('outbox.refused.others')}{' '}
        <Button tone="quiet" onClick={() => openRecord(operation)}>
          {t('outbox.actions.edit')}
        </Button>
      </p>
      <ChangeTable operation={{ ...operation, changes: rest }} />
      <FileList operation={operation} />
    </div>
  );
}

async function mendAndSend(
  operation: Operation,
  { values, settle }: Pick<Mending, 'values' | 'settle'>,
  t: TFunction,
): Promise<void> {
  const { kind, serviceId, recordId, title } = operation;
  const ref = serviceId ?? recordId;
  const { operation: queued } = await call('records.update', { kind, ref, values, files: [] });
  settle();
  const name = { name: title };
  toast(t(queued === null ? 'outbox.refused.nothingLeft' : 'outbox.refused.sentOut', name));
  void start('push', [queued ?? operation.id]);
}
