import { SegmentedControl } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import type { Plan } from '#contract/plans/plan.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { decimalMark } from '../i18n/format.ts';
import { textOf } from '../i18n/i18n.ts';
import { call } from '../state/core.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { PlanView } from './plan/PlanView.tsx';
import { useClosedPlan } from './PlanTask.tsx';
import { TaskDialog } from './TaskDialog.tsx';
import { closeTask, leaveTouched } from './tasks.ts';
import type { TaskOf } from './tasks.ts';
import { Working } from './Working.tsx';

type Mark = NonNullable<Input<'paste.plan'>['decimal']>;

/** What a pasted column or block would change, before any of it is kept. */
export function PasteTask({ task }: { readonly task: TaskOf<'paste'> }) {
  const { t } = useTranslation();
  const { mark, plan, error, readWith } = usePaste(task);
  useClosedPlan(plan);
  const what = textOf(resourceOf(task.kind).label).toLowerCase();
  const decimals = (
    <span className="paste-decimals">
      <span className="quiet" id="paste-decimals">
        {t('sheets.import.decimal')}
      </span>
      <SegmentedControl
        size="xs"
        aria-labelledby="paste-decimals"
        data={[
          { value: '', label: foundLabel(t, plan) },
          { value: ',', label: '12,50' },
          { value: '.', label: '12.50' },
        ]}
        value={mark ?? ''}
        onChange={(value) => {
          const next = value === ',' || value === '.' ? value : null;
          void leaveTouched(() => readWith(next));
        }}
      />
    </span>
  );
  return (
    <TaskDialog title={t('sheets.paste.title', { what })} size="large" onClose={closeTask}>
      {error !== null && (
        <div className="task-error">
          <ErrorNotice error={error} />
          {decimals}
        </div>
      )}
      {plan !== null && (
        <PlanView key={plan.plan} plan={plan} tools={decimals} onBack={null} onDone={closeTask} />
      )}
      {plan === null && error === null && <Working title={t('sheets.working.look')} plan={null} />}
    </TaskDialog>
  );
}

// As found says what was found, so that a wrong guess is seen before it is queued.
function foundLabel(t: TFunction, plan: Plan | null): string {
  const mark = plan?.label.params['decimal'];
  return mark === undefined
    ? t('sheets.paste.found')
    : t('sheets.paste.foundMark', { mark: `12${mark}50` });
}

/** What a paste read with one mark would change, once that is known. */
interface Read {
  readonly mark: Mark | null;
  readonly plan: Plan | null;
  readonly error: AppError | null;
}

interface Paste extends Read {
  /** Reads all of it anew; the preview of before is let go at once. */
  readonly readWith: (mark: Mark | null) => void;
}

function usePaste({ kind, ids, fields, text }: TaskOf<'paste'>): Paste {
  const [read, setRead] = useState<Read>({ mark: null, plan: null, error: null });
  const { mark } = read;
  useEffect(() => {
    let current = true;
    call('paste.plan', {
      kind,
      ids: [...ids],
      fields: [...fields],
      text,
      habit: decimalMark(),
      ...(mark === null ? {} : { decimal: mark }),
    }).then(
      (plan) => {
        if (current) setRead({ mark, plan, error: null });
        // The dialog is gone, or asked anew: nobody would close this one.
        else void call('plans.close', { plan: plan.plan }).catch(() => {});
      },
      (thrown: unknown) => {
        if (current) setRead({ mark, plan: null, error: asAppError(thrown) });
      },
    );
    return () => {
      current = false;
    };
  }, [kind, ids, fields, text, mark]);
  const readWith = (next: Mark | null) => {
    if (next !== mark) setRead({ mark: next, plan: null, error: null });
  };
  return { ...read, readWith };
}
