import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#contract/problems.ts';
import { useAction } from '../../ui/useAct.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { calledOf } from '../../ui/readable.ts';
import { useWords } from '../../fields/useWords.ts';
import { hideAll } from './hideAll.ts';
import { keyOf } from './problemsView.ts';
import { sentenceOf } from './problemWords.ts';
import { QuestionDialog } from './QuestionDialog.tsx';
import { leaveQuestions, questions, touchQuestion } from './questions.ts';

/** The number of problems shown by name; the others are only counted. */
const SHOWN = 5;
const QUICK = ['right', 'supplier', 'unsold'] as const;

/** Asks for the reason to hide problems; it is stored with each of them. */
export function HideDialog() {
  const { t } = useTranslation();
  const problems = questions((state) => state.hide);
  return (
    <QuestionDialog
      opened={problems.length > 0}
      title={t('problems.hide.title', { count: problems.length })}
      size={480}
    >
      <Content problems={problems} />
    </QuestionDialog>
  );
}

function Content({ problems }: { readonly problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const words = useWords();
  const [reason, setReason] = useState('');
  const { run, busy, error } = useAction('problems.hide');
  const count = problems.length;
  const give = (text: string) => {
    setReason(text);
    touchQuestion();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await hideAll(problems, reason.trim(), run);
  };
  return (
    <form className="problems-dialog" onSubmit={(event) => void submit(event)}>
      <ul className="problems-asked scroll">
        {problems.slice(0, SHOWN).map((problem) => (
          <li key={keyOf(problem)}>
            <b>{calledOf(t, problem.title)}</b> — {sentenceOf(t, words, problem)}
          </li>
        ))}
        {count > SHOWN && (
          <li className="quiet">{t('problems.hide.more', { count: count - SHOWN })}</li>
        )}
      </ul>
      <label>
        {t('problems.hide.reason')}
        <textarea
          rows={2}
          maxLength={400}
          value={reason}
          data-autofocus
          onChange={(event) => give(event.target.value)}
        />
      </label>
      <div className="problems-quick">
        {QUICK.map((each) => (
          <Button key={each} tone="quiet" onClick={() => give(t(`problems.hide.quick.${each}`))}>
            {t(`problems.hide.quick.${each}`)}
          </Button>
        ))}
      </div>
      <p className="quiet">{t('problems.hide.text')}</p>
      {error !== null && <ErrorNotice error={error} />}
      <div className="problems-buttons">
        <Button onClick={leaveQuestions}>{t('common.actions.cancel')}</Button>
        <Button tone="go" type="submit" busy={busy} disabled={reason.trim() === ''}>
          {t('problems.hide.confirm', { count })}
        </Button>
      </div>
    </form>
  );
}
