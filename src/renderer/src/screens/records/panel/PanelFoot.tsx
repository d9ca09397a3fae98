import { Clock, PencilLine, Send } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { formatTime } from '../../../i18n/format.ts';
import { confirm } from '../../../state/dialogs.ts';
import { runStore, start } from '../../../state/runs.ts';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { Badge, StateBadge } from '../../../ui/StateBadge.tsx';
import { useFailure } from '../../../ui/useFailure.ts';
import { discard } from '../../outbox/acts.ts';
import { goToDecision, goToOperation } from '../../outbox/outboxView.ts';
import { useForm } from '../../../fields/form.ts';
import type { Keeping } from './useKeep.ts';
import type { Loaded } from '../../../fields/useRecord.ts';

interface PanelFootProps {
  readonly loaded: Loaded;
  readonly keeping: Keeping;
}

/** Shows the actions for the draft; without a draft, those for the pending changes. */
export function PanelFoot({ loaded, keeping }: PanelFootProps) {
  if (keeping.changed > 0) return <Typed keeping={keeping} />;
  if (loaded.operations.length > 0) return <Waiting loaded={loaded} />;
  return <Settled loaded={loaded} />;
}

function Typed({ keeping }: { readonly keeping: Keeping }) {
  const { t } = useTranslation();
  const { draft } = useForm();
  const { changed, faults, busy } = keeping;
  return (
    <footer className="record-foot">
      <Badge tone={faults > 0 ? 'bad' : 'ask'} icon={PencilLine}>
        {faults > 0
          ? t('records.faults', { count: faults })
          : t('records.typed', { count: changed })}
      </Badge>
      {draft.at !== null && (
        <span className="quiet cut">
          {t(`records.draft.${draft.kept}`, { time: formatTime(draft.at) })}
        </span>
      )}
      <span className="tools-space" />
      <Button onClick={keeping.discard}>{t('files.dialog.cancel')}</Button>
      <Button tone="go" busy={busy} onClick={() => void keeping.keep()}>
        {t('common.actions.save')} <Kbd shortcut="keep" />
      </Button>
    </footer>
  );
}

const ASKING: ReadonlySet<Operation['state']> = new Set(['refused', 'conflict', 'unknown']);
const UNDOABLE: ReadonlySet<Operation['state']> = new Set(['waiting', 'held', 'refused']);

function Waiting({ loaded }: { readonly loaded: Loaded }) {
  const { t } = useTranslation();
  const { error, fail, clear } = useFailure();
  const { operations } = loaded;
  const last = operations.findLast(({ state }) => UNDOABLE.has(state));
  const at = Math.max(...operations.map(({ updatedAt }) => updatedAt));
  const undo = () => {
    if (last === undefined) return;
    clear();
    takeBack(last, t).catch(fail);
  };
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <footer className="record-foot">
        <Standing operations={operations} />
        <span className="quiet cut record-saved">
          {t('records.savedAt', { time: formatTime(at) })}
        </span>
        <span className="tools-space" />
        {last !== undefined && <Button onClick={undo}>{t('common.actions.undo')}</Button>}
        <Next operations={operations} />
      </footer>
    </>
  );
}

interface OpenProps {
  readonly operations: readonly Operation[];
}

/**
 * Shows the most important state: first one that needs a decision, then waiting, then any other.
 */
function Standing({ operations }: OpenProps) {
  const { t } = useTranslation();
  const asking = operations.find(({ state }) => ASKING.has(state));
  const waiting = operations.filter(isWaiting);
  const other = asking ?? operations.find(isSending) ?? operations[0];
  if (other !== undefined && (asking !== undefined || waiting.length === 0))
    return <StateBadge state={other.state} short />;
  const count = waiting.reduce((sum, { changes }) => sum + Math.max(changes.length, 1), 0);
  const created = waiting.some(({ action }) => action === 'create');
  return (
    <Badge tone="wait" icon={Clock}>
      {created ? t('records.waitingNew') : t('records.waiting', { count })}
    </Badge>
  );
}

/** Shows the most likely next action for the pending changes. */
function Next({ operations }: OpenProps) {
  const { t } = useTranslation();
  const queued = runStore((state) => state.queued);
  const sendable = operations.some(isWaiting);
  const asking = operations.find(({ state }) => ASKING.has(state));
  const [first] = operations;
  if (asking !== undefined && !sendable)
    return (
      <Button tone="go" onClick={() => goToDecision(asking.id)}>
        {t('records.decide')}
      </Button>
    );
  // The button stays while sending, so that a double click does not hit another button in its
  // place.
  if (sendable || operations.some(isSending))
    return (
      <>
        <SendAll own={operations.filter(isWaiting).length} />
        <Button
          tone="go"
          icon={Send}
          disabled={!sendable}
          busy={queued}
          title={t('records.sendThis')}
          onClick={() =>
            void start(
              'push',
              operations.map(({ id }) => id),
            )
          }
        >
          {t('common.actions.send')}
        </Button>
      </>
    );
  if (first === undefined) return null;
  return <Button onClick={() => goToOperation(first.id)}>{t('records.toOutbox')}</Button>;
}

/** Sends the changes of all records; shown only if other records have waiting changes. */
function SendAll({ own }: { readonly own: number }) {
  const { t } = useTranslation();
  const waiting = useStatus(({ status }) => status?.queue.waiting ?? 0);
  if (waiting <= own) return null;
  return (
    <Button className="record-send-all" onClick={() => void start('push')}>
      {t('records.sendAll', { count: waiting })}
    </Button>
  );
}

function isWaiting({ state }: Operation): boolean {
  return state === 'waiting';
}

function isSending({ state }: Operation): boolean {
  return state === 'sending';
}

async function takeBack(operation: Operation, t: TFunction): Promise<void> {
  if (operation.action === 'create') {
    const yes = await confirm({
      title: t('records.discardNew.title', { name: operation.title }),
      text: t('records.discardNew.text'),
      action: t('records.discardNew.action'),
    });
    if (!yes) return;
  }
  await discard(operation, t('records.undone', { subject: operation.key ?? operation.title }));
}

function Settled({ loaded }: { readonly loaded: Loaded }) {
  const { t } = useTranslation();
  const pulled = useStatus(({ status }) => status?.lastPull[loaded.kind] ?? null);
  if (pulled === null) return null;
  return (
    <footer className="record-foot record-foot-quiet">
      <span className="quiet">{t('records.asRead', { time: formatTime(pulled) })}</span>
    </footer>
  );
}
