import { useTranslation } from 'react-i18next';
import { OUTCOMES } from '#contract/changesets/changeset.ts';
import { formatCount } from '../../i18n/format.ts';
import type { ChangesetState } from './useChangeset.ts';

/** Shows the number of rows by outcome; a click filters by that outcome. */
export function Counts({ state }: { readonly state: ChangesetState }) {
  const { t } = useTranslation();
  const { counts, filter, setFilter } = state;
  const all = OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  const present = OUTCOMES.filter(
    (outcome) => counts[outcome] > 0 || outcome === 'changed' || outcome === filter,
  );
  return (
    <div className="counts" role="group" aria-label={t('sheets.plan.show')}>
      <button
        type="button"
        className="count"
        aria-pressed={filter === null}
        onClick={() => setFilter(null)}
      >
        {t('sheets.plan.all')} <span className="num">{formatCount(all)}</span>
      </button>
      {present.map((outcome) => (
        <button
          key={outcome}
          type="button"
          className="count"
          data-outcome={outcome}
          aria-pressed={filter === outcome}
          onClick={() => setFilter(filter === outcome ? null : outcome)}
        >
          {t(`sheets.counts.${outcome}`, { count: counts[outcome] })}
        </button>
      ))}
      {(counts.warned > 0 || filter === 'warned') && (
        <button
          type="button"
          className="count"
          data-outcome="warned"
          aria-pressed={filter === 'warned'}
          onClick={() => setFilter(filter === 'warned' ? null : 'warned')}
        >
          {t('sheets.counts.warned', { count: counts.warned })}
        </button>
      )}
    </div>
  );
}
