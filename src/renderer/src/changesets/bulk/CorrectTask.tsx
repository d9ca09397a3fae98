import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '#contract/learned.ts';
import type { BulkChange } from '#contract/changesets/changeset.ts';
import { countedText } from '../../i18n/i18n.ts';
import { formatCount } from '../../i18n/format.ts';
import { call } from '../../state/core.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { labelAt, fieldAt } from '../../fields/model/fields.ts';
import { groupText } from '../../fields/model/groupText.ts';
import { useRules } from '../../state/facts.ts';
import { closeTask } from '../../fields/undo/tasks.ts';
import type { TaskOf } from '../../fields/undo/tasks.ts';
import { Button } from '../../ui/Button.tsx';
import { Answer, ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { ChangesetView } from '../preview/ChangesetView.tsx';
import { useClosedChangeset } from '../ChangesetTask.tsx';
import { TaskDialog } from '../TaskDialog.tsx';
import { useNewChangeset } from '../useNewChangeset.ts';
import { Working } from '../Working.tsx';
import { changeOf, emptyForm } from './bulkForm.ts';
import { ValueField } from './ValueField.tsx';
import './correct.css';

/** Corrects one field of changes that the server rejected: first its value, then a preview. */
export function CorrectTask({ task }: { readonly task: TaskOf<'correct'> }) {
  const { t } = useTranslation();
  const { kind, field, operations } = task;
  const [typed, setTyped] = useState<string | null>(null);
  const { plan, busy, error, look: ask, back } = useNewChangeset();
  useClosedChangeset(plan);
  const offers = useOffers(task);
  const value = typed ?? offers.values[0]?.value ?? '';
  if (plan !== null)
    return (
      <TaskDialog title={groupText(t, plan.label)} size="large" onClose={closeTask}>
        <ChangesetView plan={plan} onBack={back} onDone={closeTask} />
      </TaskDialog>
    );
  const form = { ...emptyForm('set', []), path: field, value };
  const change = changeOf(form, fieldAt(kind, field));
  const look = (wanted: BulkChange) =>
    ask(() =>
      call('bulk.plan', { kind, selection: { operations: [...operations] }, change: wanted }),
    );
  const title = t('outbox.groups.title', {
    field: labelAt(kind, field),
    records: countedText(kind, operations.length),
  });
  return (
    <TaskDialog title={title} size="small" onClose={closeTask}>
      {busy ? (
        <Working title={t('sheets.working.look')} plan={null} />
      ) : (
        <form
          className="task-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (change !== null) look(change);
          }}
        >
          <Said task={task} />
          <ValueField
            form={form}
            set={({ value: next }) => setTyped(next ?? '')}
            field={fieldAt(kind, field)}
            kind={kind}
          />
          <OfferList offers={offers} value={value} onChoose={setTyped} />
          {error !== null && <ErrorNotice error={error} />}
          <div className="dialog-actions">
            <Button onClick={closeTask}>{t('common.actions.cancel')}</Button>
            <Button tone="go" type="submit" disabled={change === null}>
              {t('sheets.bulk.look')}
            </Button>
          </div>
        </form>
      )}
    </TaskDialog>
  );
}

function Said({ task: { kind, field } }: { readonly task: TaskOf<'correct'> }) {
  const { t } = useTranslation();
  const words = useRules(kind).find((rule) => rule.field === field)?.words ?? '';
  if (words === '') return null;
  return (
    <div>
      <p className="heading">{t('common.answered')}</p>
      <Answer text={words} />
    </div>
  );
}

const MOST_OFFERED = 6;

/** The values to choose from: those that the server named, else the most frequent ones. */
interface Offers {
  readonly from: 'accepted' | 'frequent';
  readonly values: readonly Pick<Suggestion, 'value' | 'count'>[];
}

function useOffers({ kind, field }: TaskOf<'correct'>): Offers {
  const rules = useRules(kind);
  const { data } = useProcedure('learned.values', { kind, field });
  return useMemo(() => {
    const known = data?.values ?? [];
    const rule = rules.find((each) => each.field === field && each.fact === 'restricted');
    const named = rule?.fact === 'restricted' ? (rule.value ?? []) : [];
    const countOf = (value: string) => known.find((each) => each.value === value)?.count ?? 0;
    const values = named.map((value) => ({ value, count: countOf(value) }));
    return values.length > 0
      ? { from: 'accepted', values: values.slice(0, MOST_OFFERED) }
      : { from: 'frequent', values: known.slice(0, MOST_OFFERED) };
  }, [data, field, rules]);
}

interface OffersProps {
  readonly offers: Offers;
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

function OfferList({ offers, value, onChoose }: OffersProps) {
  const { t } = useTranslation();
  if (offers.values.length === 0) return null;
  const label = t(`outbox.groups.offers.${offers.from}`);
  return (
    <div className="correct-offers" role="group" aria-label={label}>
      <span className="quiet">{label}</span>
      {offers.values.map((offer) => (
        <Button
          key={offer.value}
          aria-pressed={offer.value === value}
          onClick={() => onChoose(offer.value)}
        >
          {offer.value}
          {offer.count > 0 && <span className="quiet num"> {formatCount(offer.count)}</span>}
        </Button>
      ))}
    </div>
  );
}
