import { CircleAlert, CircleCheckBig, Upload, WifiOff } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { formatBytes } from '../../i18n/format.ts';
import { useStatus } from '../../state/status.ts';
import { goTo } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import { RefusedGroups } from './RefusedGroups.tsx';
import { OutboxToolbar } from './OutboxToolbar.tsx';
import { OutboxList } from './list/OutboxList.tsx';
import { needsPerson } from './model/actions.ts';
import { foldedAround, rowsOf } from './model/rows.ts';
import type { Row } from './model/rows.ts';
import { totalsOf } from './model/totals.ts';
import { outboxView, showOnly, toggleCluster } from './outboxView.ts';
import { A_MINUTE, startOfDay, useNow } from '../../ui/useNow.ts';
import { useExportOutbox } from './useExportOutbox.ts';
import { useDoneOperations, useOpenOperations } from './useOperations.ts';
import './outbox.css';

const NONE: readonly Operation[] = [];
/** The outbox screen: every pending change, and the changes sent today. */
export function OutboxScreen() {
  const { t } = useTranslation();
  const { operations, error, refresh, more } = useOpenOperations();
  const open = operations ?? NONE;
  const exporting = useExportOutbox();
  return (
    <Screen
      title={t('frame.screens.outbox')}
      fixed
      toolbar={<OutboxToolbar operations={open} more={more} exporting={exporting} />}
      {...useTotals(open, more)}
    >
      <div className="outbox">
        {error !== null && (
          <div className="outbox-notice">
            <ErrorNotice error={error}>
              <Button onClick={refresh}>{t('common.actions.retry')}</Button>
            </ErrorNotice>
          </div>
        )}
        <Missing files={exporting.missing} />
        <Banners open={open} more={more} />
        <RefusedGroups open={open} />
        {operations !== null && <Content open={operations} />}
      </div>
      <DiscardDialog all={open} />
    </Screen>
  );
}

function useTotals(open: readonly Operation[], more: number): { readonly detail?: string } {
  const { t } = useTranslation();
  const { operations, files, bytes } = totalsOf(open);
  if (operations === 0) return {};
  const counts = t('outbox.operations', { count: operations + more });
  // Files of operations that are not listed are not counted.
  if (files === 0 || more > 0) return { detail: counts };
  const size = formatBytes(bytes);
  return { detail: `${counts} · ${t('common.files', { count: files })} · ${size}` };
}

// Names the files that an export could not include; the export may have been started here.
function Missing({ files }: { readonly files: readonly string[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <p className="outbox-banner outbox-ask" role="alert">
      <CircleAlert size={15} aria-hidden />
      {t('settings.care.exportMissing', { files: files.join(', ') })}
    </p>
  );
}

interface BannersProps {
  readonly open: readonly Operation[];
  readonly more: number;
}

function Banners({ open, more }: BannersProps) {
  const { t } = useTranslation();
  const offline = useStatus(({ connection }) => connection === 'offline');
  const count = open.filter(needsPerson).length;
  return (
    <>
      {offline && open.length > 0 && (
        <p className="outbox-banner outbox-offline">
          <WifiOff size={15} aria-hidden />
          {t('outbox.toolbar.offline')}
        </p>
      )}
      {count > 0 && (
        <p className="outbox-banner outbox-ask">
          <CircleAlert size={15} aria-hidden />
          {t('outbox.list.attention', { count })}
          <Button tone="quiet" onClick={() => goTo('needsYou')}>
            {t('outbox.list.attentionOpen')}
          </Button>
        </p>
      )}
      {more > 0 && <p className="outbox-banner">{t('outbox.list.more', { count: more })}</p>}
    </>
  );
}

function Content({ open }: { readonly open: readonly Operation[] }) {
  const { t } = useTranslation();
  const done = useDoneNewestFirst();
  const since = startOfDay(useNow(A_MINUTE));
  const filter = outboxView((view) => view.filter);
  const flipped = outboxView((view) => view.flipped);
  const sentShown = outboxView((view) => view.sentShown);
  const rows = useMemo(
    () => rowsOf({ open, done, since, filter, flipped, sentShown }),
    [open, done, since, filter, flipped, sentShown],
  );
  useUnfolding(rows, flipped);
  if (rows.length > 0) return <OutboxList rows={rows} all={open} />;
  if (filter !== 'all' && open.length > 0)
    return (
      <Empty icon={Upload} title={t('outbox.list.emptyFilter')}>
        <Button onClick={() => showOnly('all')}>{t('outbox.list.showAll')}</Button>
      </Empty>
    );
  return (
    <Empty icon={CircleCheckBig} title={t('outbox.list.empty')} text={t('outbox.list.emptyText')}>
      <Button onClick={() => goTo('records')}>{t('outbox.list.toCatalogue')}</Button>
    </Empty>
  );
}

// Unfolds the cluster that contains a requested operation.
function useUnfolding(rows: readonly Row[], flipped: ReadonlySet<string>): void {
  const jump = outboxView((view) => view.jump);
  useEffect(() => {
    const folded = jump === null ? null : foldedAround(rows, jump);
    const isDrawn = outboxView.getState().flipped === flipped;
    if (folded !== null && isDrawn) toggleCluster(folded);
  }, [rows, jump, flipped]);
}

function useDoneNewestFirst(): readonly Operation[] {
  const { operations } = useDoneOperations();
  return useMemo(
    () => (operations ?? NONE).toSorted((a, b) => b.updatedAt - a.updatedAt),
    [operations],
  );
}
