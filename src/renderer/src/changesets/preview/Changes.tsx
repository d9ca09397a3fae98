import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangesetRow } from '#contract/changesets/changeset.ts';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { formatDecimal, formatPrice } from '../../i18n/format.ts';
import { revealInvisible } from '../../fields/values/revealInvisible.ts';
import { valueText } from '../../fields/values/values.ts';
import type { Reading } from '../../fields/values/values.ts';
import { New, Old } from '../../fields/ChangeTable.tsx';
import { useWords } from '../../fields/useWords.ts';
import { differenceOf } from '../../fields/model/difference.ts';
import type { Difference } from '../../fields/model/difference.ts';
import { fieldAt, labelAt } from '../../fields/model/fields.ts';
import { useExpected } from '../../ui/errors/useExpected.ts';
import type { ChangesetLook } from './look.ts';

type RowChange = ChangesetRow['changes'][number];

/** Returns the context for the values of a changeset. */
export function useReading(kind: Kind): Reading {
  const words = useWords();
  return useMemo(() => ({ kind, words, fileName: () => undefined }), [kind, words]);
}

interface ChangeLinesProps {
  readonly row: ChangesetRow;
  readonly kind: Kind;
}

/** Shows the changed fields of a row, one line each; a new record shows its values in one line. */
export function ChangeLines({ row, kind }: ChangeLinesProps) {
  const { t } = useTranslation();
  const reading = useReading(kind);
  if (row.outcome === 'error' || row.outcome === 'same') return null;
  if (row.action === 'remove') return <span className="quiet">{t('sheets.plan.removal')}</span>;
  if (row.action === 'create') return <NewValues row={row} reading={reading} />;
  return row.changes.map((change) => (
    <span key={change.field} className="plan-change">
      <span className="plan-field">{labelAt(kind, change.field)}</span>
      <BeforeAfter change={change} reading={reading} />
    </span>
  ));
}

function NewValues({ row, reading }: { readonly row: ChangesetRow; readonly reading: Reading }) {
  const { kind } = reading;
  const { key, title } = resourceOf(kind);
  // The code and the title have their own columns.
  const rest = row.changes.filter(({ field }) => field !== key && field !== title);
  return (
    <span className="plan-new">
      {rest.map(({ field, after }) => (
        <span key={field}>
          <span className="quiet">{labelAt(kind, field)}</span>{' '}
          {valueText(reading, fieldAt(kind, field), after ?? undefined)}
        </span>
      ))}
    </span>
  );
}

function BeforeAfter({
  change,
  reading,
}: {
  readonly change: RowChange;
  readonly reading: Reading;
}) {
  const { t } = useTranslation();
  const field = fieldAt(reading.kind, change.field);
  const text = (value: RowChange['after']) => valueText(reading, field, value ?? undefined);
  const [before, will] = revealInvisible(text(change.before), text(change.after));
  const difference = differenceOf(field, change.before, change.after);
  return (
    <span className="plan-pair">
      <Old text={before} />
      <ArrowRight size={12} aria-label={t('sheets.plan.becomes')} />
      <New text={will} />
      {difference !== null && <Delta field={field} difference={difference} />}
    </span>
  );
}

/**
 * Shows the single field of a row in columns: old value, new value and the difference of a number.
 */
export function OneValue({
  row,
  look,
}: {
  readonly row: ChangesetRow;
  readonly look: ChangesetLook;
}) {
  const reading = useReading(look.kind);
  const [change] = row.changes;
  if (change === undefined) return null;
  const right = look.layout === 'numbers' ? 'plan-right' : '';
  const text = (value: RowChange['after']) => valueText(reading, look.field, value ?? undefined);
  const [before, will] = revealInvisible(text(change.before), text(change.after));
  const difference = differenceOf(look.field, change.before, change.after);
  return (
    <>
      <span role="gridcell" className={right}>
        <Old text={before} />
      </span>
      <span role="gridcell" className={right}>
        <WarningSign row={row} />
        <New text={will} />
      </span>
      {look.layout === 'numbers' && (
        <span role="gridcell" className="plan-right">
          {difference !== null && <Delta field={look.field} difference={difference} />}
        </span>
      )}
    </>
  );
}

/** Marks a value with a warning; the text is a tooltip and is read by screen readers. */
function WarningSign({ row: { warnings } }: { readonly row: ChangesetRow }) {
  const { t } = useTranslation();
  const expected = useExpected();
  if (warnings.length === 0) return null;
  const text = warnings
    .map((each) => t('sheets.plan.expectedWhat', { subject: expected(each) }))
    .join(' ');
  return (
    <span className="plan-warning" title={text}>
      <TriangleAlert size={12} aria-label={text} />
    </span>
  );
}

const SIGNS = { '-1': '−', '0': '', '1': '+' } as const;

interface DeltaProps {
  readonly field: Field | undefined;
  readonly difference: Difference;
}

function Delta({ field, difference: { sign, by } }: DeltaProps) {
  return (
    <span className="plan-delta num" data-sign={sign}>
      {SIGNS[`${sign}`]}
      {field?.unit === 'money' ? formatPrice(by) : formatDecimal(by)}
    </span>
  );
}
