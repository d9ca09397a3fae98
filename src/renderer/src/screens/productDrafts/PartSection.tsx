import {
  ClipboardPaste,
  CircleCheck,
  CircleDashed,
  CirclePlus,
  Plus,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PartVerdict, DraftPart } from '#contract/productDrafts.ts';
import { isProduct } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../i18n/i18n.ts';
import { toastAlone } from '../../state/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Named } from '../../ui/Named.tsx';
import { kindIcons } from '../../ui/kindIcons.ts';
import { Badge } from '../../ui/StateBadge.tsx';
import type { Tone } from '../../ui/StateBadge.tsx';
import { AddToComposition, usePlaces } from './AddToComposition.tsx';
import type { Places } from './AddToComposition.tsx';
import { blankPart, putBack, usedPart } from './parts.ts';
import { PartDetail } from './PartDetail.tsx';
import { PickRecord } from '../../fields/PickRecord.tsx';
import { draftView } from './draftView.ts';
import { hasProduct } from './hasProduct.ts';
import type { DraftState } from './useProductDraft.ts';

const LOOKS: Readonly<Record<PartVerdict['state'], { icon: LucideIcon; tone: Tone }>> = {
  exists: { icon: CircleCheck, tone: 'hold' },
  create: { icon: CirclePlus, tone: 'good' },
  incomplete: { icon: TriangleAlert, tone: 'ask' },
  empty: { icon: CircleDashed, tone: 'hold' },
  made: { icon: CircleCheck, tone: 'good' },
};

interface PartSectionProps {
  readonly kind: Kind;
  readonly plan: DraftState;
  readonly locked: boolean;
}

/** Lists the parts of one kind, each with its state. */
export function PartSection({ kind, plan, locked }: PartSectionProps) {
  const { t } = useTranslation();
  const Icon = kindIcons[kind];
  const parts = plan.draft.parts.filter((part) => part.kind === kind);
  const resource = resourceOf(kind);
  const single = isProduct(kind);
  const places = usePlaces(plan, kind);
  const add = (part: DraftPart) => {
    plan.setParts((old) => putBack(old, part));
    draftView.setState({ part: part.part });
  };
  return (
    <li className="plan-section">
      <header>
        <Icon size={16} aria-hidden />
        <h2>{textOf(single ? resource.singular : resource.label)}</h2>
        {!locked && (!single || parts.length === 0) && (
          <span className="plan-section-tools">
            <Button icon={Plus} onClick={() => add(blankPart(kind))}>
              {t('plan.add', { subject: textOf(resource.singular).toLowerCase() })}
            </Button>
            {!single && (
              <PickRecord
                kind={kind}
                label={t('plan.use', { subject: textOf(resource.singular).toLowerCase() })}
                onPick={(id) => add(usedPart(plan.draft.parts, kind, id))}
              />
            )}
            {!single && (
              <IconButton
                icon={ClipboardPaste}
                label={t('plan.paste.action')}
                onClick={() => draftView.setState({ paste: { kind, text: '' } })}
              />
            )}
          </span>
        )}
      </header>
      {parts.length === 0 && <p className="quiet plan-nothing">{t('plan.nothing')}</p>}
      <ul>
        {parts.map((part) => (
          <PartLine key={part.part} {...{ part, plan, locked, places }} />
        ))}
      </ul>
    </li>
  );
}

/** Returns whether the product still refers to a part that was removed. */
function isStillNamed(plan: DraftState, verdict: PartVerdict | undefined): boolean {
  if (verdict === undefined || isProduct(verdict.kind) || verdict.state === 'empty') return false;
  return verdict.named && hasProduct(plan.verdict);
}

interface PartLineProps {
  readonly part: DraftPart;
  readonly plan: DraftState;
  readonly locked: boolean;
  readonly places: Places;
}

function PartLine({ part, plan, locked, places }: PartLineProps) {
  const { t } = useTranslation();
  const current = draftView((view) => view.part === part.part);
  const verdict = plan.verdict?.parts.find((each) => each.part === part.part);
  const state = verdict?.state ?? 'empty';
  const look = LOOKS[state];
  const title = verdict?.title || t('plan.untitled');
  const remove = () => {
    const at = plan.draft.parts.findIndex((each) => each.part === part.part);
    plan.setParts((old) => old.filter((each) => each.part !== part.part));
    toastAlone(
      t(isStillNamed(plan, verdict) ? 'plan.removedNamed' : 'plan.removed', { name: title }),
      () => plan.setParts((old) => putBack(old, part, at)),
    );
  };
  return (
    <li className="plan-part" data-current={current}>
      <button
        type="button"
        className="plan-part-open"
        aria-expanded={current}
        disabled={locked}
        onClick={() => draftView.setState({ part: current ? null : part.part })}
      >
        <Badge icon={look.icon} tone={look.tone}>
          {t(`plan.states.${state}`)}
        </Badge>
        <Named title={title} code={verdict?.key ?? null} className="plan-part-title" />
        {part.files.length > 0 && (
          <span className="quiet num">{t('common.files', { count: part.files.length })}</span>
        )}
      </button>
      {!locked && (
        <IconButton icon={X} label={t('plan.remove', { name: title })} onClick={remove} />
      )}
      {verdict !== undefined && <PartDetail verdict={verdict} />}
      {verdict !== undefined && !locked && (
        <AddToComposition {...places} plan={plan} verdict={verdict} />
      )}
    </li>
  );
}
