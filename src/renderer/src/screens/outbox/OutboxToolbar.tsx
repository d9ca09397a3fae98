import { FileArchive, Pause, Play, Send, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { start, stopRun } from '../../state/runs.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { CountedChoices } from '../../ui/CountedChoices.tsx';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { FILTERS, filterCounts, queueFilterCounts } from './model/totals.ts';
import { outboxView, showOnly } from './outboxView.ts';
import { holdAll, releaseAll } from './acts.ts';
import { useAct } from '../../ui/useAct.ts';
import type { ExportOutbox } from './useExportOutbox.ts';
import './toolbar.css';

interface OutboxToolbarProps {
  readonly operations: readonly Operation[];
  /** The number of open operations that are not listed. */
  readonly more: number;
  readonly exporting: ExportOutbox;
}

/** The filters of the outbox, and the actions for all operations. */
export function OutboxToolbar({ operations, more, exporting }: OutboxToolbarProps) {
  const counts = useCounts({ operations, more });
  return (
    <div className="outbox-tools">
      <Filters counts={counts} />
      <ExportAll operations={operations} exporting={exporting} />
      <HoldAll operations={operations} waiting={counts.waiting} />
      <SendAll operations={operations} more={more} />
    </div>
  );
}

type Listed = Pick<OutboxToolbarProps, 'operations' | 'more'>;
type Counts = ReturnType<typeof filterCounts>;

// The counts include operations that are not listed.
function useCounts({ operations, more }: Listed): Counts {
  const queue = useStatus(({ status }) => status?.queue ?? null);
  return more > 0 && queue !== null ? queueFilterCounts(queue) : filterCounts(operations);
}

function Filters({ counts }: { readonly counts: Counts }) {
  const { t } = useTranslation();
  const current = outboxView((view) => view.filter);
  return (
    <CountedChoices
      label={t('outbox.filters.label')}
      choices={FILTERS.map((value) => ({
        value,
        text: t(`outbox.filters.${value}`),
        count: counts[value],
      }))}
      chosen={current}
      onChoose={showOnly}
    />
  );
}

function ExportAll({
  operations,
  exporting,
}: Pick<OutboxToolbarProps, 'operations' | 'exporting'>) {
  const { t } = useTranslation();
  const { busy, error, run } = exporting;
  return (
    <>
      {error !== null && <ErrorLine error={error} role="alert" />}
      <IconButton
        icon={FileArchive}
        label={t('settings.care.exportGo')}
        disabled={busy || operations.length === 0}
        onClick={() => void run()}
      />
    </>
  );
}

interface HoldAllProps extends Pick<OutboxToolbarProps, 'operations'> {
  /** The number of all waiting operations. */
  readonly waiting: number;
}

function HoldAll({ operations, waiting }: HoldAllProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const held = operations.filter(
    ({ state, reason }) => state === 'held' && reason?.code === 'held-by-person',
  );
  return (
    <>
      {error !== null && <ErrorLine error={error} role="alert" />}
      {held.length > 0 && (
        <Button icon={Play} busy={busy} onClick={() => void run(releaseAll)}>
          {t('outbox.toolbar.releaseAll')}
        </Button>
      )}
      {(waiting > 0 || held.length === 0) && (
        <Button icon={Pause} busy={busy} disabled={waiting === 0} onClick={() => void run(holdAll)}>
          {t('outbox.toolbar.holdAll')}
        </Button>
      )}
    </>
  );
}

function SendAll({ operations, more }: Listed) {
  const { t } = useTranslation();
  const [stopping, setStopping] = useState(false);
  const running = useStatus((state) => state.running);
  const can =
    more > 0 || operations.some(({ state }) => state === 'waiting' || state === 'unknown');
  if (running === 'push') {
    const stop = async () => {
      setStopping(true);
      await stopRun();
      setStopping(false);
    };
    return (
      <Button icon={Square} busy={stopping} onClick={() => void stop()}>
        {t(stopping ? 'outbox.toolbar.stopping' : 'common.actions.stop')}
      </Button>
    );
  }
  return (
    <Button tone="go" icon={Send} disabled={!can} onClick={() => void start('push')}>
      {t('outbox.toolbar.sendNow')}
    </Button>
  );
}
