import { ArrowLeft, FileJson, Send } from 'lucide-react';
import { useState } from 'react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { partKinds, productKind } from '#contract/resources/draftRoles.ts';
import type { Collected } from '../../client/source.ts';
import { rootsOf } from '../../files/drop/useDrops.ts';
import { call, connected } from '../../state/core.ts';
import { useFirstFocus } from '../../changesets/useFirstFocus.ts';
import { dismissAll, toast } from '../../state/toasts.ts';
import { goTo } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { askBeforeQueue } from './askBeforeQueue.ts';
import { FilesSection } from './FilesSection.tsx';
import { hasProduct } from './hasProduct.ts';
import { PartPanel } from './PartPanel.tsx';
import { PartSection } from './PartSection.tsx';
import { PasteSheet } from './PasteSheet.tsx';
import type { Opened } from './draftText.ts';
import { leaveFiles, leftOf, openDraft, draftView } from './draftView.ts';
import { saveManifestFile } from './saveManifestFile.ts';
import { UnknownCodes } from './UnknownCodes.tsx';
import { takeFiles } from './takeFiles.ts';
import { usePastes } from './usePastes.ts';
import { useProductDraft } from './useProductDraft.ts';
import type { DraftState } from './useProductDraft.ts';

/** Edits a product draft in sections, from dependencies to the product. */
export function DraftEditor({ opened }: { readonly opened: Opened }) {
  const { t } = useTranslation();
  const plan = useProductDraft(opened);
  const [own, setOwn] = useState<string | null>(null);
  const left = draftView(() => leftOf(opened.plan));
  const failure = useFailure();
  const [queueing, setQueueing] = useState(false);
  // Until the list knows the queued batch, the draft stays locked, so that it is not queued twice.
  const locked = opened.state === 'queued' || (own !== null && opened.group !== own);
  usePastes(locked);
  const attempt = (work: () => Promise<void>) => {
    failure.clear();
    work().catch(failure.fail);
  };
  const take = (found: Promise<Collected>) =>
    attempt(async () => {
      leaveFiles(opened.plan, await takeFiles(plan, await found));
    });
  const onDrop = (event: DragEvent) => {
    holdDrag(event);
    if (locked) return;
    take(connected().collect(rootsOf(event)));
  };
  const queue = async () => {
    setQueueing(true);
    const queued = await plan
      .flush()
      .then(async () => {
        // Evaluated again, as the verdict shown may be one letter old.
        const { draft } = plan;
        const verdict = await call('productDrafts.evaluate', { draft, plan: opened.plan });
        const isWanted = await askBeforeQueue(verdict, draft.parts);
        return isWanted ? call('productDrafts.queue', { plan: opened.plan }) : null;
      })
      .finally(() => setQueueing(false));
    if (queued === null) return;
    setOwn(queued.group);
    draftView.setState({ part: null });
    // An undo of a removed part must not change a draft that is queued.
    dismissAll();
    const count = queued.steps.filter(({ outcome }) => outcome === 'queued').length;
    toast(t('plan.done', { count }));
  };
  const keepManifest = async () => {
    const saved = await saveManifestFile(opened.plan, plan);
    if (saved !== null) toast(t('plan.savedManifest', { count: saved.files, name: saved.file }));
  };
  const error = failure.error ?? plan.error;
  return (
    <Screen
      title={t('frame.screens.plan')}
      detail={t(`plan.${plan.copying ? 'saving' : plan.kept}`)}
      toolbar={
        <Tools
          plan={plan}
          locked={locked}
          onManifest={() => attempt(keepManifest)}
          queueing={queueing}
          onQueue={() => attempt(queue)}
        />
      }
      panel={!locked && <PartPanel id={opened.plan} plan={plan} />}
    >
      {/* Each section also has buttons for files. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="plan" onDragEnter={holdDrag} onDragOver={holdDrag} onDrop={onDrop}>
        {error !== null && <ErrorNotice error={error} />}
        {locked && <Queued plan={plan} />}
        {!locked && opened.state === 'undone' && (
          <p className="plan-undone">{t('plan.isUndone')}</p>
        )}
        <ol className="plan-parts">
          {partKinds.map(({ kind }) => (
            <PartSection key={kind} kind={kind} plan={plan} locked={locked} />
          ))}
          <FilesSection id={opened.plan} plan={plan} left={left} locked={locked} onFiles={take} />
          <PartSection kind={productKind.kind} plan={plan} locked={locked} />
        </ol>
        {!locked && <UnknownCodes plan={plan} />}
        {!locked && <PasteSheet plan={plan} />}
      </div>
    </Screen>
  );
}

// Without this the window would say that nothing can be dropped here.
function holdDrag(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Returns whether the draft has parts but no product.
 *
 * Such a draft is allowed; the button and the notice say so.
 */
function lacksProduct({ verdict }: DraftState): boolean {
  return verdict !== null && !hasProduct(verdict);
}

function Queued({ plan }: { readonly plan: DraftState }) {
  const { t } = useTranslation();
  return (
    <p className="plan-queued">
      {t(lacksProduct(plan) ? 'plan.arePartsQueued' : 'plan.isQueued')}
      <Button tone="quiet" onClick={() => goTo('outbox')}>
        {t('plan.toOutbox')}
      </Button>
    </p>
  );
}

interface ToolsProps {
  readonly plan: DraftState;
  readonly locked: boolean;
  readonly onManifest: () => void;
  readonly queueing: boolean;
  readonly onQueue: () => void;
}

function Tools({ plan, locked, onManifest, queueing, onQueue }: ToolsProps) {
  const { t } = useTranslation();
  const { verdict } = plan;
  const creates = verdict?.creates ?? 0;
  const uploads = verdict?.uploads ?? 0;
  const ready = verdict?.ready === true;
  const first = useFirstFocus<HTMLInputElement>();
  return (
    <div className="plan-tools">
      <Button
        icon={ArrowLeft}
        tone="quiet"
        className="plan-short"
        title={t('plan.back')}
        onClick={() => openDraft(null)}
      >
        <span>{t('plan.back')}</span>
      </Button>
      <input
        ref={first}
        className="plan-name"
        aria-label={t('plan.name')}
        placeholder={t('plan.unnamed')}
        value={plan.name}
        maxLength={200}
        disabled={locked}
        onChange={(event) => plan.rename(event.target.value)}
      />
      <output className="plan-sum quiet">
        {!locked &&
          `${t('plan.creates', { count: creates })}, ${t('common.files', { count: uploads })}`}
      </output>
      <Button
        icon={FileJson}
        className="plan-short"
        title={t('plan.manifest')}
        busy={plan.copying}
        onClick={onManifest}
      >
        <span>{t('plan.manifest')}</span>
      </Button>
      <Button
        tone={lacksProduct(plan) ? 'plain' : 'go'}
        icon={Send}
        busy={plan.copying || queueing}
        disabled={locked || !ready}
        onClick={onQueue}
      >
        {t(ready && lacksProduct(plan) ? 'plan.queueParts' : 'plan.queue')}
      </Button>
    </div>
  );
}
