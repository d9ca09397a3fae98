import { Plus, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { productKind } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../fields/useWords.ts';
import { placeName } from '../problems/problemWords.ts';
import { namedPart, putBack } from './parts.ts';
import { draftView } from './draftView.ts';
import type { DraftState, Verdict } from './useProductDraft.ts';

/**
 * Lists codes of the product that neither the catalogue nor the draft has, or that are being
 * deleted.
 */
export function UnknownCodes({ plan }: { readonly plan: DraftState }) {
  const unknown = plan.verdict?.unknown ?? [];
  return (
    <>
      <Codes plan={plan} which="title" codes={unknown.filter(({ leaving }) => !leaving)} />
      <Codes plan={plan} which="leaving" codes={unknown.filter(({ leaving }) => leaving)} />
    </>
  );
}

interface CodesProps {
  readonly plan: DraftState;
  readonly which: 'title' | 'leaving';
  readonly codes: Verdict['unknown'];
}

function Codes({ plan, which, codes }: CodesProps) {
  const { t } = useTranslation();
  const words = useWords();
  const id = useId();
  if (codes.length === 0) return null;
  const add = ({ kind, code }: Verdict['unknown'][number]) => {
    // A second press before the next evaluation opens the part that the first press added.
    const part = namedPart(plan.draft.parts, kind, code);
    plan.setParts((parts) => putBack(parts, part));
    draftView.setState({ part: part.part });
  };
  return (
    <section className="plan-unknown" aria-labelledby={id}>
      <h2 id={id}>
        <TriangleAlert size={15} aria-hidden /> {t(`plan.unknown.${which}`)}
      </h2>
      <ul>
        {codes.map((each) => (
          <li key={`${each.kind} ${each.code} ${each.place}`}>
            <code className="mono">{each.code}</code>
            <span className="quiet cut">{placeName(productKind.kind, each.place, words)}</span>
            {!each.leaving && (
              <Button icon={Plus} onClick={() => add(each)}>
                {t('plan.add', { subject: textOf(resourceOf(each.kind).singular).toLowerCase() })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
