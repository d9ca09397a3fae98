import { ClipboardCheck, EyeOff, FileSearch, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDate } from '../../i18n/format.ts';
import type { ProblemCounts } from '../../state/problemCounts.ts';
import { useStatus } from '../../state/status.ts';
import { toast } from '../../state/toasts.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { useAction } from '../../ui/useAct.ts';
import { useFailure } from '../../ui/useFailure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';
import { KindSelect } from '../../ui/KindSelect.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { fixableIn } from './fixable.ts';
import { askToFix } from './questions.ts';
import { beginReview } from '../review/reviewView.ts';
import { filterOf, problemsView } from './problemsView.ts';

interface ProblemToolsProps {
  readonly counts: ProblemCounts | null;
}

/** The tools above the list: search, filters, review, file check and fixes. */
export function ProblemTools({ counts }: ProblemToolsProps) {
  const { t } = useTranslation();
  const { search, kind } = problemsView();
  return (
    <div className="problems-tools">
      <SearchField
        label={t('problems.filter')}
        text={search}
        onText={(text) => problemsView.setState({ search: text })}
      />
      <KindSelect kind={kind} onKind={(next) => problemsView.setState({ kind: next })} />
      <HiddenToggle counts={counts} />
      <span className="problems-space" />
      <ReviewThese />
      <CheckFiles counts={counts} />
      <FixButton counts={counts} />
    </div>
  );
}

function HiddenToggle({ counts }: ProblemToolsProps) {
  const { t } = useTranslation();
  const hidden = problemsView((view) => view.hidden);
  const count = counts?.counts.reduce((sum, each) => sum + each.hidden, 0) ?? 0;
  return (
    <Button
      icon={EyeOff}
      aria-pressed={hidden}
      tone={hidden ? 'plain' : 'quiet'}
      onClick={() => problemsView.setState({ hidden: !hidden, chosen: new Map() })}
    >
      {t('problems.hidden')} <span className="num quiet">{formatCount(count)}</span>
    </Button>
  );
}

/** Begins a review of the listed records, in the same order. */
function ReviewThese() {
  const { t } = useTranslation();
  const view = problemsView();
  const { error, fail, clear } = useFailure();
  const begin = () => {
    clear();
    const what = t(
      view.rule === null ? 'review.names.problems' : `problems.rules.${view.rule}.title`,
    );
    const name = `${what}, ${formatDate(Date.now())}`;
    const source = { from: 'problems', filter: filterOf(view) } as const;
    beginReview(name, source).catch(fail);
  };
  return (
    <>
      {error !== null && <ErrorLine error={error} role="alert" />}
      <Button icon={ClipboardCheck} className="problems-review" onClick={begin}>
        <span>{t('review.begin')}</span>
      </Button>
    </>
  );
}

function FixButton({ counts }: ProblemToolsProps) {
  const { t } = useTranslation();
  const view = problemsView();
  const sought = view.search.trim() !== '' && !view.hidden;
  const { data } = useProcedure(
    'problems.list',
    sought ? { ...filterOf(view), fixable: true, limit: 0 } : null,
    { refreshOn: ['problems.changed'] },
  );
  const count = fixableIn(counts?.counts ?? [], view, data?.total);
  if (view.hidden || count === 0) return null;
  return (
    <Button tone="go" icon={Wrench} onClick={askToFix}>
      {t('problems.fix.action', { count })}
    </Button>
  );
}

function CheckFiles({ counts }: ProblemToolsProps) {
  const { t } = useTranslation();
  const { run, busy, error } = useAction('problems.checkFiles');
  const progress = useStatus((state) => state.progress);
  const check = async () => {
    const answer = await run({ again: true });
    if (answer === null) return;
    const { held, missing, unclear } = answer;
    const done = t('problems.files.done', { held, missing });
    const more = unclear === 0 ? '' : `, ${t('problems.files.unclear', { count: unclear })}`;
    toast(`${done}${more}`);
  };
  const asked = progress?.phase === 'check' ? progress : null;
  const text =
    asked === null
      ? t('problems.files.checking')
      : t('problems.files.checkingOf', { done: asked.done, total: asked.total ?? asked.done });
  const title = counts === null ? undefined : t('problems.files.known', counts.files);
  return (
    <>
      {error !== null && <ErrorLine error={error} role="alert" />}
      <Button
        icon={FileSearch}
        className="problems-files"
        busy={busy}
        title={title}
        onClick={() => void check()}
      >
        <span className="num">{busy ? text : t('problems.files.check')}</span>
      </Button>
    </>
  );
}
