import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fix, ProblemRef, ShownFix } from '#contract/problems.ts';
import type { Output } from '#contract/procedures.ts';
import { toast } from '../../state/toasts.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { useAction } from '../../ui/useAct.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { calledOf } from '../../ui/readable.ts';
import { changeLines } from '../../fields/values/values.ts';
import { useWords } from '../../fields/useWords.ts';
import { FIXES_ASKED, fixesShown } from './atOnce.ts';
import { FixRows } from './FixRows.tsx';
import { FixesLeft } from './FixesLeft.tsx';
import type { Left } from './FixesLeft.tsx';
import { filterOf, problemsView } from './problemsView.ts';
import { QuestionDialog } from './QuestionDialog.tsx';
import { fixedText } from './problemWords.ts';
import {
  endQuestion,
  isAsked,
  leaveQuestions,
  questions,
  settleQuestion,
  touchQuestion,
} from './questions.ts';

/** Previews the automatic fixes, and queues the selected ones as one batch. */
export function FixDialog() {
  const { t } = useTranslation();
  const opened = questions((state) => state.fix);
  return (
    <QuestionDialog opened={opened} title={t('problems.fix.title')} size={760}>
      <Content />
    </QuestionDialog>
  );
}

interface Row extends Fix {
  readonly mark: string;
}

function Content() {
  const { t } = useTranslation();
  const view = problemsView();
  const [left, setLeft] = useState<Left | null>(null);
  const { data, error } = useProcedure('problems.fixes', {
    filter: filterOf(view),
    limit: FIXES_ASKED,
  });
  if (left !== null) return <FixesLeft {...left} />;
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <p className="quiet">{t('common.loading')}</p>;
  if (data.fixes.length === 0) return <p>{t('problems.fix.none')}</p>;
  const { shown, areMore } = fixesShown(data.fixes);
  return <Form fixes={shown} areMore={areMore} onLeft={setLeft} />;
}

interface FormProps {
  readonly fixes: readonly Fix[];
  readonly areMore: boolean;
  readonly onLeft: (left: Left) => void;
}

function Form({ fixes, areMore, onLeft }: FormProps) {
  const { t } = useTranslation();
  const rule = problemsView((view) => view.rule);
  const [name, setName] = useState(() =>
    rule === null
      ? t('problems.fix.defaultName')
      : t('problems.fix.defaultRule', { rule: t(`problems.rules.${rule}.title`) }),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { run, busy, error } = useAction('problems.fix');
  const rows = fixes.map((fix): Row => ({ ...fix, mark: markOf(fix) }));
  const taken = rows.filter(({ mark }) => !left.has(mark));
  const queue = async () => {
    const { turn } = questions.getState();
    const trimmed = name.trim();
    const done = await run({
      fixes: taken.map(shownOf),
      ...(trimmed === '' ? {} : { name: trimmed }),
    });
    if (done === null) return;
    if (done.skipped.length === 0 || !isAsked(turn)) {
      endQuestion(turn);
      return toast(fixedText(t, done));
    }
    settleQuestion();
    onLeft(leftOf(done, taken));
  };
  return (
    <div className="problems-dialog">
      <p className="quiet">{t('problems.fix.text')}</p>
      {areMore && <p>{t('problems.fix.more', { count: fixes.length })}</p>}
      <FixList rows={rows} left={left} onLeft={setLeft} />
      <label>
        {t('problems.fix.name')}
        <input
          className="problems-name"
          value={name}
          maxLength={120}
          onChange={(event) => {
            setName(event.target.value);
            touchQuestion();
          }}
        />
      </label>
      {error !== null && <ErrorNotice error={error} />}
      <div className="problems-buttons">
        <Button onClick={leaveQuestions}>{t('common.actions.cancel')}</Button>
        <Button tone="go" busy={busy} disabled={taken.length === 0} onClick={() => void queue()}>
          {t('problems.fix.confirm', { count: taken.length })}
        </Button>
      </div>
    </div>
  );
}

function leftOf({ queued, skipped }: Output<'problems.fix'>, taken: readonly Row[]): Left {
  const titles = new Map(taken.map(({ mark, title }) => [mark, title]));
  const named = skipped.map((each) => ({ ...each, title: titles.get(markOf(each)) ?? each.id }));
  return { queued, skipped: named };
}

function markOf({ kind, id, rule, field }: ProblemRef): string {
  return `${kind} ${id} ${rule} ${field}`;
}

/** Sends the previewed changes too, so that only these are queued. */
function shownOf({ kind, id, rule, field, changes }: Fix): ShownFix {
  return { kind, id, rule, field, changes };
}

interface FixListProps {
  readonly rows: readonly Row[];
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

function FixList({ rows, left, onLeft }: FixListProps) {
  const { t } = useTranslation();
  const flip = (mark: string) => {
    const next = new Set(left);
    if (!next.delete(mark)) next.add(mark);
    onLeft(next);
    touchQuestion();
  };
  return (
    <FixRows
      rows={rows.map((row) => ({ ...row, key: row.mark }))}
      label={t('problems.fix.list')}
      render={(row) => (
        <label className="fix">
          <input
            type="checkbox"
            checked={!left.has(row.mark)}
            aria-label={t('problems.fix.record', { name: calledOf(t, row.title) })}
            onChange={() => flip(row.mark)}
          />
          <span className="cut">{calledOf(t, row.title)}</span>
          <FixChange fix={row} />
        </label>
      )}
    />
  );
}

function FixChange({ fix }: { readonly fix: Pick<Fix, 'kind' | 'changes'> }) {
  const { t } = useTranslation();
  const words = useWords();
  const reading = { kind: fix.kind, words, fileName: () => undefined };
  return (
    <span className="fix-change">
      {fix.changes.flatMap((change) => {
        const lines = changeLines(reading, change);
        return lines.map((line) => (
          <span key={line.id}>
            <span className="quiet">{line.label} </span>
            <del className="num quiet">{line.before ?? t('common.empty')}</del>{' '}
            <ins className="num">{line.after ?? t('common.empty')}</ins>{' '}
          </span>
        ));
      })}
    </span>
  );
}
