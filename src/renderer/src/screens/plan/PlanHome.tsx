import { FileJson, PackagePlus, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError, invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { json } from '#contract/json.ts';
import type { PlanHead } from '#contract/plan.ts';
import type { Output } from '#contract/procedures.ts';
import { formatTime } from '../../i18n/format.ts';
import { desktopWindow } from '../../client/desktop.ts';
import { pickFiles } from '../../files/drop/pick.ts';
import { call } from '../../state/core.ts';
import { confirm } from '../../state/dialogs.ts';
import { toast } from '../../state/toasts.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { blankDraft } from './parts.ts';
import { PickRecord } from './PickRecord.tsx';
import { openPlan } from './planView.ts';

/** Every plan on this computer, and the ways to begin one. */
export function PlanHome() {
  const { t } = useTranslation();
  const { data, error } = useProcedure('plan.list', {}, { refreshOn: ['plan.changed'] });
  const plans = data?.plans ?? [];
  return (
    <Screen title={t('frame.screens.plan')}>
      <div className="plan-home">
        <Begin />
        <section aria-labelledby="plan-drafts">
          <h2 id="plan-drafts" className="heading">
            {t('plan.home.plans')}
          </h2>
          {error !== null && <ErrorNotice error={error} />}
          {data !== undefined && plans.length === 0 && (
            <p className="quiet">{t('plan.home.none')}</p>
          )}
          <ul className="plan-drafts">
            {plans.map((plan) => (
              <PlanLine key={plan.plan} plan={plan} />
            ))}
          </ul>
        </section>
      </div>
    </Screen>
  );
}

function Begin() {
  const { t } = useTranslation();
  const [error, setError] = useState<AppError | null>(null);
  const attempt = (work: () => Promise<void>) => {
    setError(null);
    work().catch((thrown: unknown) => setError(asAppError(thrown)));
  };
  const blank = async () => {
    const { plan } = await call('plan.save', { plan: null, name: '', draft: blankDraft() });
    openPlan(plan);
  };
  const fromManifest = async () => {
    const { given } = await pickFiles(['.json'], 'file');
    const source = given[0]?.source;
    if (!(source instanceof File)) return;
    const manifest = readManifest(await source.text());
    show(await call('plan.fromManifest', { manifest, folder: folderOf(source) }));
  };
  const show = ({ plan, skipped }: Output<'plan.fromManifest'>) => {
    openPlan(plan);
    if (skipped.length > 0) toast(t('plan.home.skipped', { count: skipped.length }));
  };
  return (
    <section className="plan-begin" aria-labelledby="plan-begin">
      <header>
        <PackagePlus size={18} aria-hidden />
        <div>
          <h2 id="plan-begin">{t('plan.home.title')}</h2>
          <p>{t('plan.home.text')}</p>
        </div>
      </header>
      <div className="plan-ways">
        <Button tone="go" icon={Plus} onClick={() => attempt(blank)}>
          {t('plan.home.blank')}
        </Button>
        <Button icon={FileJson} onClick={() => attempt(fromManifest)}>
          {t('plan.home.manifest')}
        </Button>
        <PickRecord
          kind="products"
          label={t('plan.home.fromProduct')}
          onPick={(id) => attempt(async () => show(await call('plan.fromProduct', { ref: id })))}
        />
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </section>
  );
}

// A browser does not tell where a file lies: its neighbours are then added by hand.
function folderOf(file: File): string {
  return (desktopWindow()?.pathOf(file) ?? '').replace(/[\\/][^\\/]*$/u, '');
}

function readManifest(text: string) {
  try {
    return json.parse(JSON.parse(text));
  } catch {
    throw invalid([{ place: 'manifest', value: text.slice(0, 40), expected: 'JSON' }]);
  }
}

function PlanLine({ plan }: { readonly plan: PlanHead }) {
  const { t } = useTranslation();
  const name = plan.name === '' ? t('plan.unnamed') : plan.name;
  const remove = async () => {
    const yes = await confirm({
      title: t('plan.home.removeTitle'),
      text: t('plan.home.removeText', { name }),
      action: t('plan.home.remove'),
    });
    if (yes) await call('plan.remove', { plan: plan.plan });
  };
  return (
    <li className="plan-draft">
      <button type="button" onClick={() => openPlan(plan.plan)}>
        <strong className="cut">{name}</strong>
        <span className="quiet">
          {t(plan.group === null ? 'plan.home.draft' : 'plan.home.queued')} ·{' '}
          {formatTime(plan.updatedAt)}
        </span>
      </button>
      <IconButton icon={Trash2} label={t('plan.home.remove')} onClick={() => void remove()} />
    </li>
  );
}
