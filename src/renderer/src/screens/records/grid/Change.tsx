import { FilePlus2, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { StateBadge, toState } from '../../../ui/StateBadge.tsx';

interface ChangeProps {
  readonly pending: string | null;
  readonly operations: readonly Operation[] | undefined;
}

/** Shows the state of a row's pending change, and its action when that is a create or a delete. */
export function Change({ pending, operations }: ChangeProps) {
  const { t } = useTranslation();
  const state = toState(pending);
  if (state === null) return null;
  const action = operations?.find((each) => each.action !== 'update')?.action;
  return (
    <>
      <StateBadge state={state} short />
      {action !== undefined && action !== 'update' && (
        <span className="grid-action" title={t(`records.actions.${action}`)}>
          {action === 'create' ? (
            <FilePlus2 size={14} aria-hidden />
          ) : (
            <Trash2 size={14} aria-hidden />
          )}
          <span className="unseen">{t(`records.actions.${action}`)}</span>
        </span>
      )}
    </>
  );
}
