import { useTranslation } from 'react-i18next';
import type { Fix } from '#contract/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { FixRows } from './FixRows.tsx';
import { fixedText, skippedText } from './problemWords.ts';
import type { Skipped } from './problemWords.ts';
import { leaveQuestions } from './questions.ts';

/** The result of queueing fixes when some were left out. */
export interface Left {
  readonly queued: number;
  readonly skipped: readonly (Skipped & Pick<Fix, 'title'>)[];
}

/** Lists the fixes left out, with reasons; a toast would disappear before the user has read it. */
export function FixesLeft({ queued, skipped }: Left) {
  const { t } = useTranslation();
  return (
    <div className="problems-dialog">
      <p role="status">{fixedText(t, { queued, skipped })}</p>
      <FixRows
        rows={skipped.map((each, at) => ({ ...each, key: String(at) }))}
        label={t('problems.fix.left')}
        render={({ title, ...skipped }) => (
          <div className="fix-left">
            <span className="cut" title={title}>
              {title}
            </span>
            <span className="fix-change">{skippedText(t, skipped)}</span>
          </div>
        )}
      />
      <div className="problems-buttons">
        <Button onClick={leaveQuestions}>{t('common.actions.close')}</Button>
      </div>
    </div>
  );
}
