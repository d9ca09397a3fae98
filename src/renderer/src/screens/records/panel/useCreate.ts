import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call } from '../../../state/core.ts';
import { toast } from '../../../state/toasts.ts';
import { select } from '../../../state/view.ts';
import type { Outcome } from '../model/form.ts';
import { goIntoPanel, placeInFocus } from '../state/panelFocus.ts';
import { setList } from '../state/listStore.ts';
import type { DraftState } from './useDraft.ts';
import { showFault } from './useKeep.ts';

/** Queueing a creation. */
export interface Creating {
  readonly create: () => Promise<void>;
  readonly busy: boolean;
  readonly error: AppError | null;
  readonly strict: boolean;
}

/** Queues a new record, or shows what stands against it; afterwards the record is open. */
export function useCreate(kind: Kind, draft: DraftState, outcome: Outcome): Creating {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [strict, setStrict] = useState(false);
  const create = useCallback(async () => {
    const [fault] = Object.keys(outcome.faults);
    setStrict(true);
    if (busy) return;
    if (fault !== undefined) return showFault(fault);
    const place = placeInFocus();
    setBusy(true);
    setError(null);
    try {
      const files = draft.files.map(({ field, file }) => ({ field, file }));
      const { id } = await call('records.create', { kind, values: outcome.values, files });
      draft.forget();
      setList(kind, { adding: false });
      select(kind, id);
      goIntoPanel(place);
      toast(t('records.create.done'));
    } catch (thrown) {
      setError(asAppError(thrown));
      setBusy(false);
    }
  }, [busy, draft, kind, outcome, t]);
  return { create, busy, error, strict };
}
