import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { labelAt } from '../../fields/model/fields.ts';
import type { ChangesetLook } from './look.ts';
import { shownOutcomes, tickedOf } from './useChangeset.ts';
import type { ChangesetState } from './useChangeset.ts';

interface ChangesetHeadProps {
  readonly state: ChangesetState;
  readonly look: ChangesetLook;
}

/** The head of the preview, with a check box for all shown rows. */
export function ChangesetHead({ state, look }: ChangesetHeadProps) {
  const { t } = useTranslation();
  const { layout, kind, path } = look;
  return (
    <div role="row" aria-rowindex={1} className="plan-row plan-head">
      <span role="columnheader">
        <TickAll state={state} />
      </span>
      {look.numbered && (
        <span role="columnheader" className="plan-number">
          {t('sheets.plan.row')}
        </span>
      )}
      <span role="columnheader">{t('sheets.plan.outcome')}</span>
      <span role="columnheader">{t('sheets.plan.code')}</span>
      {layout === 'lines' ? (
        <span role="columnheader">{t('sheets.plan.record')}</span>
      ) : (
        <>
          <span role="columnheader">{t('sheets.plan.record')}</span>
          <span role="columnheader" className={layout === 'numbers' ? 'plan-right' : ''}>
            {t('sheets.plan.before', { field: labelAt(kind, path) })}
          </span>
        </>
      )}
      <span role="columnheader" className={layout === 'numbers' ? 'plan-right' : ''}>
        {t(layout === 'lines' ? 'sheets.plan.changes' : 'sheets.plan.after')}
      </span>
      {layout === 'numbers' && (
        <span role="columnheader" className="plan-right">
          {t('sheets.plan.difference')}
        </span>
      )}
    </div>
  );
}

function TickAll({ state }: { readonly state: ChangesetState }) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  const { counts, filter } = state;
  const all = shownOutcomes(filter).reduce((sum, outcome) => sum + counts[outcome], 0);
  const ticked = tickedOf(state);
  const isPart = ticked.some && !ticked.all;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="plan-tick"
      disabled={all === 0 || state.queued}
      checked={all > 0 && ticked.some}
      aria-label={t('sheets.plan.tickAll')}
      onChange={(event) => state.tickShown(event.currentTarget.checked)}
    />
  );
}
