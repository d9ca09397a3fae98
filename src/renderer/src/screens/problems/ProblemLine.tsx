import { Eye, EyeOff, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#contract/problems.ts';
import { formatTime } from '../../i18n/format.ts';
import { useView } from '../../state/view.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { kindIcons } from '../../ui/kindIcons.ts';
import { Named } from '../../ui/Named.tsx';
import { calledOf } from '../../ui/readable.ts';
import { Badge, StateBadge, toState } from '../../ui/StateBadge.tsx';
import { useWords } from '../../fields/useWords.ts';
import { choose, keyOf, problemsView, unchoose } from './problemsView.ts';
import { sentenceOf } from './problemWords.ts';
import { askToHide } from './questions.ts';
import { SeverityIcon } from './SeverityIcon.tsx';
import { showAgain } from './showAgain.ts';

interface ProblemLineProps {
  readonly problem: Problem;
  readonly rowKey: string;
  readonly active: boolean;
  readonly onOpen: () => void;
  /** Selects all problems from the last selected one to this one. */
  readonly onRange: () => void;
}

/** Shows one problem: its record, a sentence and its actions. */
export function ProblemLine({ problem, rowKey, active, onOpen, onRange }: ProblemLineProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { kind, id, severity, key, title, pending, fixable, hidden } = problem;
  const Icon = kindIcons[kind];
  const opened = problemsView((view) => view.opened?.kind === kind && view.opened.id === id);
  const open = useView((view) => view.selected[kind] === id) && opened;
  const chosen = problemsView((view) => view.chosen.has(keyOf(problem)));
  const state = toState(pending);
  const sentence = sentenceOf(t, words, problem);
  const show = async () => {
    if (await showAgain([problem], t('problems.hide.shown'))) unchoose([problem]);
  };
  return (
    <div className="problem" data-open={open} data-chosen={chosen}>
      <input
        type="checkbox"
        className="problem-choose"
        aria-label={t('problems.choose.one', { name: calledOf(t, title) })}
        checked={chosen}
        tabIndex={-1}
        onChange={() => choose([problem])}
      />
      <button
        type="button"
        id={`row-${rowKey}`}
        data-row={rowKey}
        className="problem-open"
        tabIndex={active ? 0 : -1}
        onClick={(event) => {
          if (event.shiftKey) onRange();
          else if (event.ctrlKey || event.metaKey) choose([problem]);
          else onOpen();
        }}
        onFocus={() => problemsView.setState({ active: rowKey })}
      >
        <SeverityIcon severity={severity} />
        <Icon size={14} aria-hidden className="problem-kind" />
        <Named title={title} code={key} />
        <span className="problem-said cut" title={sentence}>
          {sentence}
          {hidden !== null && <Why hidden={hidden} />}
        </span>
      </button>
      <span className="problem-actions">
        {state !== null && <StateBadge state={state} short />}
        {fixable && state === null && (
          <Badge icon={Wrench} tone="good">
            {t('problems.fix.badge')}
          </Badge>
        )}
        {hidden === null ? (
          <IconButton
            icon={EyeOff}
            label={`${t('problems.hide.one')}: ${title}`}
            shortcut="hide"
            tabIndex={active ? 0 : -1}
            onClick={() => askToHide([problem])}
          />
        ) : (
          <IconButton
            icon={Eye}
            label={`${t('problems.hide.show')}: ${title}`}
            tabIndex={active ? 0 : -1}
            onClick={() => void show()}
          />
        )}
      </span>
    </div>
  );
}

function Why({ hidden }: { readonly hidden: NonNullable<Problem['hidden']> }) {
  const { t } = useTranslation();
  const { reason, at } = hidden;
  const time = formatTime(at);
  return (
    <span className="quiet">
      {' · '}
      {reason === ''
        ? t('problems.hide.without', { time })
        : t('problems.hide.because', { time, reason })}
    </span>
  );
}
