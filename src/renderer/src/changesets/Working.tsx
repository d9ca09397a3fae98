import { useTranslation } from 'react-i18next';
import { formatPercent } from '../i18n/format.ts';
import { Button } from '../ui/Button.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { stopWork, useProgress } from './useProgress.ts';

interface WorkingProps {
  readonly title: string;
  /** The plan whose progress is told; null while its name is not known. */
  readonly plan: string | null;
  /** A queue cannot be stopped half way. */
  readonly stoppable?: boolean;
}

/** Long work with its counts and a bar; it can be stopped and locks nothing else. */
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
