import { ChevronDown, ChevronUp, CircleCheckBig } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { goTo } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import { forgetOver } from './decisions/decided.ts';
import { DecisionCard } from './decisions/DecisionCard.tsx';
import { DecisionList } from './decisions/DecisionList.tsx';
import { SameChoiceDialog } from './decisions/SameChoiceDialog.tsx';
import { useDecisionKeys } from './decisions/useDecisionKeys.ts';
import { decisionsOf } from './model/urgency.ts';
import { decisionAt, keepDecision, outboxView, showDecision } from './outboxView.ts';
import { A_MINUTE, useNow } from '../../ui/useNow.ts';
import { useOpenOperations } from './useOperations.ts';
import './needsYou.css';

const NONE: readonly Operation[] = [];
/** The screen of decisions: one card for each operation that needs one, most urgent first. */
export function NeedsYouScreen() {
  const { t } = useTranslation();
  const { operations, error, refresh, isWhole } = useOpenOperations();
  const all = operations ?? NONE;
  useEffect(() => {
    if (operations !== null) forgetOver({ operations, isWhole });
  }, [operations, isWhole]);
  const now = useNow(A_MINUTE);
  const decisions = useMemo(() => decisionsOf(all, now), [all, now]);
  const { index, move, pick } = useDecisionIndex(decisions);
  useDecisionKeys(move);
  const jump = outboxView((view) => view.jump);
  const current = decisions[index];
  const position = { at: index + 1, total: decisions.length };
  return (
    <Screen
      title={t('frame.screens.needsYou')}
      fixed
      {...(current === undefined ? {} : { detail: t('outbox.needs.position', position) })}
    >
      {error !== null && (
        <ErrorNotice error={error}>
          <Button onClick={refresh}>{t('common.actions.retry')}</Button>
        </ErrorNotice>
      )}
      {current !== undefined && (
        <div className="needs">
          <nav className="needs-list" aria-label={t('outbox.needs.label')}>
            <DecisionList {...{ decisions, index }} jump={jump} onJumped={endJump} onPick={pick} />
          </nav>
          {/* A region that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="needs-card scroll" tabIndex={0}>
            <Position position={position} move={move} />
            <DecisionCard key={current.id} operation={current} all={all} />
          </div>
        </div>
      )}
      {operations !== null && isWhole && current === undefined && (
        <NothingToDecide waiting={all.length} />
      )}
      <DiscardDialog all={all} />
      <SameChoiceDialog all={all} />
    </Screen>
  );
}

interface PositionProps {
  readonly position: { readonly at: number; readonly total: number };
  readonly move: (step: number) => void;
}

function Position({ position, move }: PositionProps) {
  const { t } = useTranslation();
  return (
    <div className="needs-position">
      <span className="num">{t('outbox.needs.position', position)}</span>
      <IconButton
        icon={ChevronUp}
        label={`${t('outbox.needs.previous')} (K)`}
        onClick={() => move(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={`${t('outbox.needs.next')} (J)`}
        onClick={() => move(1)}
      />
      <span className="needs-intro">{t('outbox.needs.intro')}</span>
    </div>
  );
}

function NothingToDecide({ waiting }: { readonly waiting: number }) {
  const { t } = useTranslation();
  const note = waiting > 0 ? ` ${t('outbox.needs.waitingNote', { count: waiting })}` : '';
  return (
    <Empty
      icon={CircleCheckBig}
      title={t('outbox.needs.empty')}
      text={`${t('outbox.needs.emptyText')}${note}`}
    >
      <Button onClick={() => goTo('outbox')}>{t('outbox.needs.emptyOutbox')}</Button>
    </Empty>
  );
}

function useDecisionIndex(decisions: readonly Operation[]) {
  const ids = useMemo(() => decisions.map(({ id }) => id), [decisions]);
  const index = outboxView((view) => decisionAt(ids, view));
  const shown = ids[index];
  useEffect(() => {
    if (shown !== undefined) keepDecision(shown, index);
  }, [shown, index]);
  const move = useCallback(
    (step: number) => {
      const next = ids[Math.max(0, Math.min(index + step, ids.length - 1))];
      if (next === undefined) return;
      showDecision(next);
      outboxView.setState({ jump: next });
    },
    [ids, index],
  );
  return { index, move, pick: showDecision };
}

function endJump(): void {
  outboxView.setState({ jump: null });
}
