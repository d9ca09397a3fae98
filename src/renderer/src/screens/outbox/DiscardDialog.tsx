import { Modal } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { useScreenDialog } from '../../ui/useScreenDialog.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { askedAbout, discardQuestion, leaveQuestion } from './discardQuestion.ts';
import { alsoOf, lossOf, losesValues, onlyChecks } from './model/discard.ts';
import { ChangeTable } from '../../fields/ChangeTable.tsx';
import { discard as discardNow } from './acts.ts';
import { useAct } from '../../ui/useAct.ts';
import './discard.css';

/** Asks before an operation is discarded and lists the values that are lost. */
export function DiscardDialog({ all }: { readonly all: readonly Operation[] }) {
  const { t } = useTranslation();
  const operation = discardQuestion((question) => askedAbout(question, all));
  const isUppermost = useScreenDialog(operation !== null);
  return (
    <Modal
      opened={operation !== null}
      onClose={leaveQuestion}
      closeOnEscape={isUppermost}
      size={560}
      title={operation === null ? '' : t(`outbox.discard.title.${wordsOf(operation)}`)}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {operation !== null && <Content operation={operation} all={all} />}
    </Modal>
  );
}

interface ContentProps {
  readonly operation: Operation;
  readonly all: readonly Operation[];
}

function Content({ operation, all }: ContentProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const { title, key, state } = operation;
  const loss = lossOf(operation);
  const name = key === null ? title : `${title} (${key})`;
  const discard = async () => {
    if (await run(() => discardNow(operation, t('outbox.discard.done', { name: title }))))
      leaveQuestion();
  };
  return (
    <div className="discard">
      <p>{t(`outbox.discard.text.${loss}`, { name })}</p>
      {losesValues(loss) && (
        <div className="discard-lost scroll">
          <ChangeTable operation={operation} />
        </div>
      )}
      {state === 'unknown' && (
        <p className="discard-warning">
          <TriangleAlert size={15} aria-hidden />
          {t('outbox.discard.unknown')}
        </p>
      )}
      <Consequences operation={operation} all={all} />
      {error !== null && <ErrorNotice error={error} />}
      <div className="discard-buttons">
        {losesValues(loss) && <span className="quiet">{t('outbox.discard.undo')}</span>}
        <Button onClick={leaveQuestion} data-autofocus>
          {t('common.actions.cancel')}
        </Button>
        <Button tone="bad" busy={busy} onClick={() => void discard()}>
          {t(`outbox.discard.confirm.${wordsOf(operation)}`)}
        </Button>
      </div>
    </div>
  );
}

function wordsOf(operation: Operation) {
  return onlyChecks(lossOf(operation)) ? 'checking' : operation.action;
}

function Consequences({ operation, all }: ContentProps) {
  const { t } = useTranslation();
  const { behind, holds, sentFiles } = alsoOf(operation, all);
  const lines = [
    behind > 0 ? t('outbox.discard.behind', { count: behind }) : null,
    holds > 0 ? t('outbox.discard.holds', { count: holds }) : null,
    sentFiles > 0 ? t('outbox.discard.sentFiles', { count: sentFiles }) : null,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <ul className="discard-also">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
