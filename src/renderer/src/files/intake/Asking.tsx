import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { labelOf } from '../model/intake.ts';
import type { Intake, Line, Totals } from '../model/intake.ts';
import { assign, leaveOut } from '../state/intake.ts';

interface AskingProps {
  readonly intake: Intake;
  readonly lines: readonly Line[];
  readonly totals: Totals;
}

/** The files that need a decision, with buttons that decide all at once. */
export function Asking({ intake: { id, place, phase }, lines, totals }: AskingProps) {
  const { t } = useTranslation();
  const count = totals.count.ask + totals.count.crowded;
  if (count === 0 || phase === 'reading') return null;
  const asking = lines
    .filter(({ standing }) => standing === 'ask' || standing === 'crowded')
    .map(({ file }) => file.id);
  return (
    <div className="intake-ask">
      <CircleHelp size={16} aria-hidden />
      <p>{t('files.dialog.asks', { count })}</p>
      {place !== null && totals.count.ask > 0 && (
        <Button onClick={() => assign(id, asking, place)}>
          {t('files.dialog.allTo', { where: labelOf(place) })}
        </Button>
      )}
      <Button onClick={() => leaveOut(id, asking, true)}>
        {t('files.dialog.allOut', { count })}
      </Button>
    </div>
  );
}
