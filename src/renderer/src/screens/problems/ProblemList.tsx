import { CircleCheckBig, EyeOff, SearchX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checking, Problem, Rule } from '#contract/problems.ts';
import { useHotkeys } from '../../ui/keys/useHotkeys.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { select } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { More } from '../../ui/More.tsx';
import { VirtualLines } from '../outbox/list/VirtualLines.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import {
  choose,
  clearProblemFilter,
  filterOf,
  isNarrowed,
  keepChosen,
  keyOf,
  problemsView,
} from './problemsView.ts';
import { CheckingNote } from './CheckingNote.tsx';
import { ChosenBar } from './ChosenBar.tsx';
import { adviceOf } from './advice.ts';
import { grown } from './atOnce.ts';
import { askToHide } from './questions.ts';

const PAGE = 500;
const NONE: readonly Problem[] = [];

type Line =
  | { readonly type: 'rule'; readonly key: string; readonly rule: Rule }
  | { readonly type: 'problem'; readonly key: string; readonly problem: Problem }
  | { readonly type: 'more'; readonly key: 'more' };

/**
 * Lists the problems by rule, most severe first.
 *
 * The arrow keys move, Enter opens the record, H hides the problem.
 */
export function ProblemList({ checking }: { readonly checking: Checking }) {
  const { t } = useTranslation();
  const view = problemsView();
  const filter = filterOf(view);
  const [limit, setLimit] = useState(PAGE);
  const { data, error, stale, refresh } = useProcedure(
    'problems.list',
    { ...filter, sort: 'severity', limit },
    { refreshOn: ['problems.changed'] },
  );
  const problems = data?.problems ?? NONE;
  const more = data !== undefined && data.total > problems.length;
  const rows = useMemo(() => linesOf(problems, more), [problems, more]);
  const grow = () => setLimit(grown);
  useEffect(() => {
    if (data !== undefined && !stale) keepChosen(data.problems);
  }, [data, stale]);
  return (
    <div className="problems-main">
      <CheckingNote checking={checking} />
      {error !== null && (
        <div className="problems-error">
          <ErrorNotice error={error}>
            <Button onClick={refresh}>{t('common.actions.retry')}</Button>
          </ErrorNotice>
        </div>
      )}
      {rows.length > 0 && <Lines rows={rows} onMore={grow} />}
      <ChosenBar />
      {data !== undefined && !stale && rows.length === 0 && <Nothing checking={checking} />}
    </div>
  );
}

function linesOf(problems: readonly Problem[], more: boolean): readonly Line[] {
  const lines: Line[] = [];
  let rule: Rule | null = null;
  for (const problem of problems) {
    if (problem.rule !== rule) lines.push({ type: 'rule', key: problem.rule, rule: problem.rule });
    rule = problem.rule;
    lines.push({ type: 'problem', key: keyOf(problem), problem });
  }
  return more ? [...lines, { type: 'more', key: 'more' }] : lines;
}

interface LinesProps {
  readonly rows: readonly Line[];
  readonly onMore: () => void;
}

function Lines({ rows, onMore }: LinesProps) {
  const { t } = useTranslation();
  const { active, jump, scroll } = problemsView();
  const found = rows.findIndex(({ key, type }) => key === active && type === 'problem');
  const at = found >= 0 ? found : rows.findIndex(({ type }) => type === 'problem');
  const current = rows[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepFrom(rows, at, event.key);
    if (to === null) return;
    event.preventDefault();
    goToLine(rows[to]);
  };
  useHotkeys({
    hide: () => {
      if (current?.type !== 'problem' || current.problem.hidden !== null) return false;
      const { chosen } = problemsView.getState();
      askToHide(chosen.size > 0 ? [...chosen.values()] : [current.problem]);
      return true;
    },
    choose: () => {
      if (current?.type !== 'problem') return false;
      choose([current.problem]);
      return true;
    },
    chooseAll: () => {
      choose(problemsIn(rows));
      return true;
    },
  });
  return (
    <VirtualLines
      rows={rows}
      label={t('problems.label')}
      top={0}
      estimate={(row) => (row.type === 'rule' ? 42 : 33)}
      active={at}
      jump={jump}
      onJumped={endJump}
      scroll={{ first: scroll, keep: keepScroll }}
      onKeyDown={onKeyDown}
      render={(row) => {
        if (row.type === 'rule') return <RuleHead rule={row.rule} problems={problemsIn(rows)} />;
        if (row.type === 'more') return <More onMore={onMore} />;
        return (
          <ProblemLine
            problem={row.problem}
            rowKey={row.key}
            active={row.key === current?.key}
            onOpen={() => openBeside(row.key, row.problem)}
            onRange={() => chooseRange(rows, row.key)}
          />
        );
      }}
    />
  );
}

function openBeside(key: string, { kind, id }: Problem): void {
  problemsView.setState({ active: key, opened: { kind, id } });
  select(kind, id);
}

// If a record is open, moving to another row opens that row's record without Enter.
function goToLine(line: Line | undefined): void {
  if (line?.type !== 'problem') return;
  problemsView.setState({ active: line.key, jump: line.key });
  if (problemsView.getState().opened !== null && isPanelShown()) openBeside(line.key, line.problem);
}

function isPanelShown(): boolean {
  return document.querySelector('aside.panel') !== null;
}

function endJump(): void {
  problemsView.setState({ jump: null });
}

function keepScroll(scroll: number): void {
  problemsView.setState({ scroll });
}

interface RuleHeadProps {
  readonly rule: Rule;
  readonly problems: readonly Problem[];
}

function RuleHead({ rule, problems }: RuleHeadProps) {
  const { t } = useTranslation();
  const own = problems.filter((problem) => problem.rule === rule);
  const all = problemsView((view) => own.every((problem) => view.chosen.has(keyOf(problem))));
  return (
    <div className="problems-day">
      <input
        type="checkbox"
        className="problem-choose"
        aria-label={t('problems.choose.rule', { rule: t(`problems.rules.${rule}.title`) })}
        checked={all}
        onChange={() => choose(own)}
      />
      <h2 className="heading">
        <b>{t(`problems.rules.${rule}.title`)}</b>
        <span>{adviceOf(t, rule, own)}</span>
      </h2>
    </div>
  );
}

function problemsIn(rows: readonly Line[]): readonly Problem[] {
  return rows.flatMap((row) => (row.type === 'problem' ? [row.problem] : []));
}

function chooseRange(rows: readonly Line[], key: string): void {
  const to = rows.findIndex((row) => row.key === key);
  const { anchor } = problemsView.getState();
  const begun = rows.findIndex((row) => row.key === anchor);
  const from = begun < 0 ? to : begun;
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const { chosen } = problemsView.getState();
  choose(problemsIn(rows.slice(first, last + 1)).filter((each) => !chosen.has(keyOf(each))));
}

function stepFrom(rows: readonly Line[], from: number, key: string): number | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return null;
  for (let at = from + step; at >= 0 && at < rows.length; at += step)
    if (rows[at]?.type === 'problem') return at;
  return from;
}

function Nothing({ checking }: { readonly checking: Checking }) {
  const { t } = useTranslation();
  const view = problemsView();
  if (isNarrowed(view))
    return (
      <Empty icon={SearchX} title={t('common.noResults')} text={t('problems.empty.filteredText')}>
        <Button tone="go" onClick={clearProblemFilter}>
          {t('records.noMatch.clear')}
        </Button>
      </Empty>
    );
  if (view.hidden)
    return (
      <Empty
        icon={EyeOff}
        title={t('problems.empty.hiddenTitle')}
        text={t('problems.empty.hiddenText')}
      />
    );
  if (checking !== null)
    return <Empty icon={CircleCheckBig} title={t('problems.empty.checking')} />;
  return (
    <Empty
      icon={CircleCheckBig}
      title={t('problems.empty.title')}
      text={t('problems.empty.text')}
    />
  );
}
