import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { formatCount, formatTime } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { A_MINUTE, useNow } from '../../ui/useNow.ts';
import { openDialog } from '../../state/dialogs.ts';
import { stopRun } from '../../state/runs.ts';
import { needsYou, onTheWay, useIsNotOffered, useStatus } from '../../state/status.ts';
import { useView } from '../../state/view.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { OthersCount } from './OthersCount.tsx';
import './statusBar.css';

/** The lowest line: the last pull, the current run, and that all is saved. */
export function StatusBar() {
  const { t } = useTranslation();
  const unsent = useStatus(({ status }) => onTheWay(status) + needsYou(status));
  // The progress of a run needs the space.
  const running = useStatus((state) => state.running !== 'idle');
  return (
    <footer className="status num">
      <LastRead />
      <Running />
      <OthersCount />
      {!running && <span className="status-saved">{t('frame.status.allSaved')}</span>}
      <span className="status-end">
        {unsent > 0 && !running && (
          <span className="status-closing">{t('frame.status.closing', { count: unsent })}</span>
        )}
        <button
          type="button"
          className="status-help"
          onClick={() => openDialog({ id: 'help', page: 'manual' })}
        >
          <Kbd shortcut="help" /> {t('help.title')}
        </button>
      </span>
    </footer>
  );
}

function LastRead() {
  const { t } = useTranslation();
  const kind = useView((view) => view.kind);
  const at = useStatus((state) => state.status?.lastPull[kind]);
  const isMissing = useIsNotOffered(kind);
  // After midnight, today's pull becomes yesterday's.
  const now = useNow(A_MINUTE);
  if (at === undefined) return null;
  if (isMissing) return <span>{t('frame.notOffered')}</span>;
  return (
    <span>
      {at === null
        ? t('frame.status.neverPulled')
        : t('frame.status.lastPulled', { time: formatTime(at, now) })}
    </span>
  );
}

function Running() {
  const { t } = useTranslation();
  const { running, progress } = useStatus((state) => state);
  if (running === 'idle') return null;
  const kind = progress?.kind === undefined ? '' : textOf(resourceOf(progress.kind).label);
  const phase = progress?.phase ?? running;
  const what = phase === 'pull' ? t('frame.status.pull', { kind }) : t(`frame.status.${phase}`);
  return (
    <span className="status-run">
      {what}
      {progress !== null && progress.total !== null && (
        <>
          <progress value={progress.done} max={progress.total || 1} aria-label={what} />
          {formatCount(progress.done)} / {formatCount(progress.total)}
        </>
      )}
      <button type="button" onClick={() => void stopRun()}>
        {t('common.actions.stop')}
      </button>
    </span>
  );
}
