import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount } from '../../i18n/format.ts';
import type { Line, Standing, Totals } from '../model/intake.ts';

/** A filter of the lines: all, or those with certain standings. */
export type Part = 'all' | 'ask' | 'ready' | 'rest';

const PARTS: Readonly<Record<Exclude<Part, 'all'>, readonly Standing[]>> = {
  ask: ['ask', 'crowded', 'failed'],
  ready: ['ready', 'copying'],
  rest: ['refused', 'out', 'companion'],
};

/** Returns whether a line belongs to a filter. */
export function isIn(part: Part, { standing }: Line): boolean {
  return part === 'all' || PARTS[part].includes(standing);
}

interface IntakeTabsProps {
  readonly totals: Totals;
  readonly lines: number;
  readonly part: Part;
  readonly onPart: (part: Part) => void;
}

/** Filter buttons with counts, and the progress of copying. */
export function IntakeTabs({ totals, lines, part, onPart }: IntakeTabsProps) {
  const { t } = useTranslation();
  const { count, bytes, copied } = totals;
  const counts: Readonly<Record<Part, number>> = {
    all: lines,
    ask: count.ask + count.crowded + count.failed,
    ready: count.ready + count.copying,
    rest: count.refused + count.out + count.companion,
  };
  const parts = (['all', 'ask', 'ready', 'rest'] as const).filter(
    (each) => each === 'all' || counts[each] > 0,
  );
  const amounts = { copied: formatBytes(copied), bytes: formatBytes(bytes) };
  return (
    <div className="intake-head">
      <div className="intake-parts">
        {parts.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === part}
            data-part={each}
            onClick={() => onPart(each)}
          >
            {t(`files.parts.${each}`)} <span className="num">{formatCount(counts[each])}</span>
          </button>
        ))}
      </div>
      <div className="intake-copied">
        <span className="quiet num">
          {copied < bytes ? t('files.copying', amounts) : t('files.copied', amounts)}
        </span>
        <progress
          aria-label={t('files.copyingAll')}
          max={Math.max(bytes, 1)}
          value={bytes === 0 ? 1 : copied}
          data-full={copied >= bytes}
        />
      </div>
    </div>
  );
}
