import { FileJson, PackagePlus, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ProductDraftHead } from '#contract/productDrafts.ts';
import { productKind } from '#contract/resources/draftRoles.ts';
import { formatTime } from '../../i18n/format.ts';
import { pickFiles } from '../../files/drop/pick.ts';
import { allowedFor } from '../../files/model/allowed.ts';
import { call } from '../../state/core.ts';
import { confirm } from '../../state/dialogs.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Home } from '../../ui/Home.tsx';
import { useAct } from '../../ui/useAct.ts';
import { useFailure } from '../../ui/useFailure.ts';
import type { Failure } from '../../ui/useFailure.ts';
import { openManifest } from './openManifest.ts';
import { blankDraft } from './parts.ts';
import { PickRecord } from '../../fields/PickRecord.tsx';
import { openDraft } from './draftView.ts';

/** Lists all product drafts, and the ways to begin one. */
export function DraftHome() {
  const { t } = useTranslation();
  const { data, error } = useProcedure(
    'productDrafts.list',
    {},
    { refreshOn: ['productDrafts.changed', 'groups.changed', 'outbox.changed'] },
  );
  const failure = useFailure();
  const plans = data?.plans ?? [];
  return (
    <Home
      title={t('frame.screens.plan')}
      begin={{
        icon: PackagePlus,
        title: t('plan.home.title'),
        text: t('plan.home.text'),
        ways: <Begin />,
      }}
      kept={{
        title: t('plan.home.plans'),
        none: data !== undefined && plans.length === 0 ? t('plan.home.none') : null,
        error: failure.error ?? error,
        lines: plans.map((plan) => <DraftLine key={plan.plan} plan={plan} failure={failure} />),
      }}
    />
  );
}

function Begin() {
  const { t } = useTranslation();
  const { error, fail, clear } = useFailure();
  const beginning = useAct();
  const attempt = (work: () => Promise<void>) => {
    clear();
    work().catch(fail);
  };
  const blank = async () => {
    const { plan } = await call('productDrafts.save', {
      plan: null,
      name: '',
      draft: blankDraft(),
    });
    openDraft(plan);
  };
  const fromManifest = async () => {
    const { given } = await pickFiles(['.json', ...allowedFor(null)], 'files');
    const begun = await openManifest(given);
    if (begun !== null) openDraft(begun.plan, begun.left);
  };
  const fromProduct = async (ref: string) =>
    openDraft((await call('productDrafts.fromProduct', { ref })).plan);
  return (
    <>
      <div className="plan-ways">
        <Button
          tone="go"
          icon={Plus}
          busy={beginning.busy}
          onClick={() => void beginning.run(blank)}
        >
          {t('plan.home.blank')}
        </Button>
        <Button
          icon={FileJson}
          title={t('plan.home.manifestHint')}
          onClick={() => attempt(fromManifest)}
        >
          {t('plan.home.manifest')}
        </Button>
        <PickRecord
          kind={productKind.kind}
          label={t('plan.home.fromProduct')}
          onPick={(id) => attempt(() => fromProduct(id))}
        />
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {beginning.error !== null && <ErrorNotice error={beginning.error} />}
    </>
  );
}

interface DraftLineProps {
  readonly plan: ProductDraftHead;
  readonly failure: Failure;
}

function DraftLine({ plan, failure }: DraftLineProps) {
  const { t } = useTranslation();
  const name = plan.name === '' ? t('plan.unnamed') : plan.name;
  const remove = async () => {
    const yes = await confirm({
      title: t('plan.home.removeTitle'),
      text: t('plan.home.removeText', { name }),
      action: t('plan.home.remove'),
    });
    if (!yes) return;
    failure.clear();
    await call('productDrafts.remove', { plan: plan.plan }).catch(failure.fail);
  };
  return (
    <li className="plan-draft">
      <button type="button" onClick={() => openDraft(plan.plan)}>
        <strong className="cut">{name}</strong>
        <span className="quiet">
          {t(`plan.home.${plan.state}`)} · {formatTime(plan.updatedAt)}
        </span>
      </button>
      <IconButton
        icon={Trash2}
        label={`${t('plan.home.remove')}: ${name}`}
        onClick={() => void remove()}
      />
    </li>
  );
}
