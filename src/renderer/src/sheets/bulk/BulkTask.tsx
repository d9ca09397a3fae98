import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { BulkChange, Plan } from '#contract/plans/plan.ts';
import { call } from '../../state/core.ts';
import { fieldsOf } from '../model/fields.ts';
import { groupText } from '../model/groupText.ts';
import { PlanView } from '../plan/PlanView.tsx';
import { useClosedPlan } from '../PlanTask.tsx';
import { TaskDialog } from '../TaskDialog.tsx';
import { closeTask } from '../tasks.ts';
import type { TaskOf } from '../tasks.ts';
import { Working } from '../Working.tsx';
import { BulkFields } from './BulkFields.tsx';
import { codesFor, emptyForm } from './bulkForm.ts';

/** One change to many records: what is to be done, then every record before and after. */
export function BulkTask({ task }: { readonly task: TaskOf<'bulk'> }) {
  const { t } = useTranslation();
  const { kind, count } = task;
  const fields = useMemo(() => fieldsOf(kind), [kind]);
  const [form, setForm] = useState(() => emptyForm(codesFor(fields)[0] ?? 'set', fields));
  const { plan, busy, error, look, back } = useBulk(task);
  useClosedPlan(plan);
  if (plan !== null)
    return (
      <TaskDialog title={groupText(t, plan.label)} size="large" onClose={closeTask}>
        <PlanView plan={plan} onBack={back} onDone={closeTask} />
      </TaskDialog>
    );
  const title = t('sheets.bulk.title', { records: t(`sheets.kinds.${kind}`, { count }) });
  return (
    <TaskDialog title={title} size="small" onClose={closeTask}>
      {busy ? (
        <Working title={t('sheets.working.look')} plan={null} />
      ) : (
        <BulkFields form={form} fields={fields} onChange={setForm} onLook={look} error={error} />
      )}
    </TaskDialog>
  );
}

function useBulk({ kind, selection }: TaskOf<'bulk'>) {
  const [plan, setPlan] = useState<Plan | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const look = async (change: BulkChange) => {
    setBusy(true);
    setError(null);
    try {
      const made = await call('bulk.plan', { kind, selection, change });
      if (shown.current) setPlan(made);
      // The dialog is gone: nobody would close this one.
      else await call('plans.close', { plan: made.plan });
    } catch (thrown) {
      setError(asAppError(thrown));
    }
    setBusy(false);
  };
  return {
    plan,
    busy,
    error,
    look: (change: BulkChange) => void look(change),
    back: () => setPlan(null),
  };
}
