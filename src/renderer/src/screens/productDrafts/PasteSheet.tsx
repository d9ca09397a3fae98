import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_PARTS } from '#contract/productDrafts.ts';
import type { DraftPart, ReadSheet } from '#contract/productDrafts.ts';
import type { Input } from '#contract/procedures.ts';
import { partKinds } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { decimalMark } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { TaskDialog } from '../../changesets/TaskDialog.tsx';
import { leaveTouched, settleTask, touchTask } from '../../fields/undo/tasks.ts';
import { toastAlone } from '../../state/toasts.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Select } from '../../ui/KindSelect.tsx';
import { pastedParts, unpastedParts } from './parts.ts';
import { PastedRows } from './PastedRows.tsx';
import { draftView } from './draftView.ts';
import type { DraftState } from './useProductDraft.ts';
import './paste.css';

const PART_KINDS: readonly Kind[] = partKinds.map(({ kind }) => kind);

/** Turns spreadsheet rows into parts: columns are matched by name and previewed first. */
export function PasteSheet({ plan }: { readonly plan: DraftState }) {
  const { t } = useTranslation();
  const paste = draftView((view) => view.paste);
  if (paste === null) return null;
  return (
    <TaskDialog title={t('plan.paste.title')} size="middle" onClose={leave}>
      <Form plan={plan} given={paste} />
    </TaskDialog>
  );
}

function leave(): void {
  draftView.setState({ paste: null });
}

/** Adds rows to a draft; returns a function that undoes it. */
function pasteInto({ setParts }: DraftState, sheet: ReadSheet): () => void {
  let before: readonly DraftPart[] = [];
  let pasted = before;
  setParts((parts) => {
    before = parts;
    pasted = pastedParts(parts, sheet);
    return pasted;
  });
  return () => setParts((parts) => unpastedParts(parts, before, pasted));
}

/** The user's choices for the rows; anything not chosen is detected. */
type Choice = Pick<Input<'productDrafts.readSheet'>, 'kind' | 'head' | 'fields'>;

interface FormProps {
  readonly plan: DraftState;
  readonly given: { readonly kind: Kind | null; readonly text: string };
}

function Form({ plan, given }: FormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(given.text);
  const [choice, setChoice] = useState<Choice>(() =>
    given.kind === null ? {} : { kind: given.kind },
  );
  const asked = useMemo(
    () => (text.trim() === '' ? null : { ...choice, text, habit: decimalMark() }),
    [choice, text],
  );
  const { data, error } = useProcedure('productDrafts.readSheet', asked, { keep: false });
  const kind = choice.kind ?? data?.kind ?? PART_KINDS[0] ?? KINDS[0];
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
    const undo = pasteInto(plan, data);
    settleTask();
    leave();
    toastAlone(t('plan.paste.done', { count }), undo);
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
          onValue={(value) => choose({ kind: PART_KINDS.find((each) => each === value) ?? kind })}
          options={PART_KINDS.map((each) => ({
            value: each,
            label: textOf(resourceOf(each).label),
          }))}
        />
        {data !== undefined && (
          <label>
            <input
              type="checkbox"
              checked={data.head}
              onChange={(event) => choose({ kind, head: event.target.checked })}
            />
            {t('sheets.paste.head')}
          </label>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      <Outcome total={total} over={parts.length + count - total} />
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

interface OutcomeProps {
  /** The number of parts after the paste. */
  readonly total: number;
  /** The number of rows whose code matches an existing part. */
  readonly over: number;
}

/** Says how many parts the paste would overwrite, or that there are too many. */
function Outcome({ total, over }: OutcomeProps) {
  const { t } = useTranslation();
  if (total > MOST_PARTS)
    return (
      <p className="plan-fault num" role="alert">
        {t('plan.paste.tooMany', { most: MOST_PARTS, total })}
      </p>
    );
  return over > 0 && total > 0 && <p className="num">{t('plan.paste.over', { count: over })}</p>;
}
