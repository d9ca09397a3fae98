import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { leaveTouched } from '../../fields/undo/tasks.ts';
import { Working } from '../Working.tsx';
import { Counts } from './Counts.tsx';
import { lookOf } from './look.ts';
import { ChangesetTable } from './ChangesetTable.tsx';
import { useChangeset } from './useChangeset.ts';
import type { ChangesetState } from './useChangeset.ts';
import { useQueue } from './useQueue.ts';
import './changeset.css';

interface ChangesetViewProps {
  readonly plan: Changeset;
  /** A notice about the changeset, shown above the table. */
  readonly notice?: ReactNode;
  /** Further actions, shown left of the buttons. */
  readonly tools?: ReactNode;
  /** Returns to the form of the changeset; null if there is none. */
  readonly onBack: (() => void) | null;
  /** Called when all checked rows are queued. */
  readonly onDone: () => void;
}

/** Previews a changeset; nothing is queued before its button is pressed. */
export function ChangesetView({ plan, notice, tools, onBack, onDone }: ChangesetViewProps) {
  const { t } = useTranslation();
  const state = useChangeset(plan);
  const queue = useQueue(state, onDone);
  if (queue.busy)
    return <Working title={t('sheets.working.queue')} plan={plan.plan} stoppable={false} />;
  const error = queue.error ?? state.error;
  return (
    <div className="plan-view">
      <div className="plan-bar">
        <Counts state={state} />
      </div>
      {notice}
      {plan.state === 'stopped' && (
        <p className="plan-note plan-note-ask">{t('sheets.plan.stopped')}</p>
      )}
      {queue.left > 0 && (
        <p className="plan-note plan-note-ask" role="alert">
          {t('sheets.plan.left', { count: queue.left })}
        </p>
      )}
      {state.counts.partly > 0 && (
        <p className="plan-note">{t('sheets.plan.partly', { count: state.counts.partly })}</p>
      )}
      {state.counts.warned > 0 && (
        <p className="plan-note plan-note-ask">
          {t('sheets.plan.warned', { count: state.counts.warned })}
        </p>
      )}
      {error !== null && <ErrorNotice error={error} />}
      <ChangesetTable
        key={state.filter ?? 'all'}
        state={state}
        look={lookOf(plan)}
        label={t('sheets.plan.table')}
      />
      <div className="task-foot">
        {tools}
        <span className="task-space" />
        {onBack !== null && (
          <Button onClick={() => void leaveTouched(onBack)}>{t('sheets.back')}</Button>
        )}
        {queue.left > 0 ? (
          <Button tone="go" onClick={onDone}>
            {t('common.actions.close')}
          </Button>
        ) : (
          <QueueButton state={state} onQueue={queue.run} />
        )}
      </div>
    </div>
  );
}

function QueueButton({
  state,
  onQueue,
}: {
  readonly state: ChangesetState;
  readonly onQueue: () => void;
}) {
  const { t } = useTranslation();
  const { ticked } = state.counts;
  return (
    <Button tone="go" disabled={ticked === 0 || state.plan.state === 'stopped'} onClick={onQueue}>
      {ticked === 0 ? t('sheets.plan.nothing') : t('sheets.plan.queue', { count: ticked })}
    </Button>
  );
}
