import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_PARTS } from '#contract/plan.ts';
import type { Input } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../i18n/i18n.ts';
import { TaskDialog } from '../../sheets/TaskDialog.tsx';
import { leaveTouched, settleTask, touchTask } from '../../sheets/tasks.ts';
import { toast } from '../../state/toasts.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Select } from '../../ui/KindSelect.tsx';
import { pastedParts } from './parts.ts';
import { PastedRows } from './PastedRows.tsx';
import { planView } from './planView.ts';
import type { PlanState } from './usePlan.ts';
import './paste.css';

const KINDS = ['edge-bands', 'materials', 'fittings'] as const;

/** Rows of a spreadsheet become parts of the plan: their columns are read by name, and shown first. */
export function PasteSheet({ plan }: { readonly plan: PlanState }) {
  const { t } = useTranslation();
  const paste = planView((view) => view.paste);
  if (paste === null) return null;
  return (
    <TaskDialog title={t('plan.paste.title')} size="middle" onClose={leave}>
      <Form plan={plan} given={paste} />
    </TaskDialog>
  );
}

function leave(): void {
  planView.setState({ paste: null });
}

/** What the person said about the rows; whatever is left out is found. */
type Choice = Pick<Input<'plan.readSheet'>, 'kind' | 'head' | 'fields'>;

interface FormProps {
  readonly plan: PlanState;
  readonly given: { readonly kind: Kind | null; readonly text: string };
}

function Form({ plan, given }: FormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(given.text);
  const [choice, setChoice] = useState<Choice>(() =>
    given.kind === null ? {} : { kind: given.kind },
  );
  const asked = useMemo(() => (text.trim() === '' ? null : { ...choice, text }), [choice, text]);
  const { data, error } = useProcedure('plan.readSheet', asked, { keep: false });
  const kind = choice.kind ?? data?.kind ?? 'materials';
  const count = data?.rows.length ?? 0;
  const { parts } = plan.draft;
  const total = useMemo(
    () => (data === undefined ? 0 : pastedParts(parts, data).length),
    [parts, data],
  );
  const type = (typed: string) => {
    setText(typed);
    if (typed.trim() === '') settleTask();
    else touchTask('rows');
  };
  const choose = (chosen: Choice) => {
    setChoice(chosen);
    touchTask('rows');
  };
  const take = () => {
    if (data === undefined || total > MOST_PARTS) return;
    plan.setParts((old) => pastedParts(old, data));
    settleTask();
    leave();
    toast(t('plan.paste.done', { count }));
  };
  return (
    <form
      className="task-form paste-sheet"
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <p className="quiet">{t('plan.paste.hint')}</p>
      <textarea
        className="mono"
        rows={data === undefined ? 8 : 3}
        spellCheck={false}
        aria-label={t('plan.paste.place')}
        value={text}
        data-autofocus
        onChange={(event) => type(event.target.value)}
      />
      <div className="paste-choices">
        <Select
          label={t('plan.paste.kind')}
          value={kind}
          onValue={(value) => choose({ kind: KINDS.find((each) => each === value) ?? kind })}
          options={KINDS.map((each) => ({ value: each, label: textOf(resourceOf(each).label) }))}
        />
        {data !== undefined && (
          <label>
            <input
              type="checkbox"
              checked={data.head}
              onChange={(event) => choose({ kind, head: event.target.checked })}
            />
            {t('plan.paste.head')}
          </label>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {total > MOST_PARTS && (
        <p className="plan-fault num" role="alert">
          {t('plan.paste.tooMany', { most: MOST_PARTS, total })}
        </p>
      )}
      {data !== undefined && (
        <PastedRows
          sheet={data}
          onFields={(fields) => choose({ kind, head: data.head, fields: [...fields] })}
        />
      )}
      <div className="dialog-actions">
        <Button onClick={() => void leaveTouched(leave)}>{t('common.actions.cancel')}</Button>
        <Button tone="go" type="submit" disabled={count === 0 || total > MOST_PARTS}>
          {t('plan.paste.take', { count })}
        </Button>
      </div>
    </form>
  );
}
