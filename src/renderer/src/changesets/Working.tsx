import { useTranslation } from 'react-i18next';
import { formatPercent } from '../i18n/format.ts';
import { Button } from '../ui/Button.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { stopWork, useProgress } from './useProgress.ts';

interface WorkingProps {
  readonly title: string;
  /** The id of the changeset in progress; null while it is unknown. */
  readonly plan: string | null;
  /** False for queueing, which cannot be stopped halfway. */
  readonly stoppable?: boolean;
}

/** Shows the progress of long work with counts, a bar and a stop button. */
export function Working({ title, plan, stoppable = true }: WorkingProps) {
  const { t } = useTranslation();
  const progress = useProgress(true, plan);
  const part = progress?.part ?? null;
  const first = useFirstFocus<HTMLButtonElement>();
  return (
    <div className="working">
      <strong>{title}</strong>
      <progress aria-label={title} {...(part === null ? {} : { value: part, max: 1 })} />
      <span className="num quiet">
        {t('sheets.working.rows', { count: progress?.rows ?? 0 })}
        {part !== null && ` · ${formatPercent(part)}`}
      </span>
      {stoppable && (
        <Button ref={first} onClick={() => stopWork(plan)}>
          {t('common.actions.stop')}
        </Button>
      )}
    </div>
  );
}
