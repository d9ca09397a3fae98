import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#contract/problems.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useWords } from '../outbox/useWords.ts';
import { showAgain } from './ProblemLine.tsx';
import { sentenceOf } from './problemWords.ts';
import { leaveQuestions, questions } from './questions.ts';

const QUICK = ['right', 'supplier', 'unsold'] as const;

/** Asks why a problem is fine as it is; the reason is kept with it. */
export function HideDialog() {
  const { t } = useTranslation();
  const problem = questions((state) => state.hide);
  return (
    <Modal
      opened={problem !== null}
      onClose={leaveQuestions}
      title={t('problems.hide.title')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {problem !== null && <Content problem={problem} />}
    </Modal>
  );
}

function Content({ problem }: { readonly problem: Problem }) {
  const { t } = useTranslation();
  const words = useWords();
  const [reason, setReason] = useState('');
  const { run, busy, error } = useAction('problems.hide');
  const { kind, id, rule, field } = problem;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run({ problems: [{ kind, id, rule, field }], reason: reason.trim() });
    if (done === null) return;
    leaveQuestions();
    toast(t('problems.hide.done', { count: done.hidden }), () => {
      void showAgain(problem, t('problems.hide.shown'));
    });
  };
  return (
    <form className="problems-dialog" onSubmit={(event) => void submit(event)}>
      <p>
        <b>{problem.title}</b> — {sentenceOf(t, words, problem)}
      </p>
      <label>
        {t('problems.hide.reason')}
        <textarea
          rows={2}
          maxLength={400}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className="problems-quick">
        {QUICK.map((each) => (
          <Button
            key={each}
            tone="quiet"
            onClick={() => setReason(t(`problems.hide.quick.${each}`))}
          >
            {t(`problems.hide.quick.${each}`)}
          </Button>
        ))}
      </div>
      <p className="quiet">{t('problems.hide.text')}</p>
      {error !== null && <ErrorNotice error={error} />}
      <div className="problems-buttons">
        <Button onClick={leaveQuestions}>{t('common.actions.cancel')}</Button>
        <Button tone="go" type="submit" busy={busy} disabled={reason.trim() === ''}>
          {t('problems.hide.confirm')}
        </Button>
      </div>
    </form>
  );
}
