import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Json } from '#contract/json.ts';
import type { Operation } from '#contract/operations.ts';
import type { Row } from '#contract/procedures.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { revealInvisible } from '../../../fields/values/revealInvisible.ts';
import { fitBesideEachOther } from '../../../fields/values/sideBySide.ts';
import { beforeOf } from '../../../fields/model/changes.ts';
import type { Column } from '../../../fields/model/columns.ts';
import { showValue } from '../../../fields/model/fieldText.ts';

interface ValueProps {
  readonly column: Column;
  readonly row: Row;
  readonly operations: readonly Operation[] | undefined;
  readonly locked: boolean;
  /** Shows a lock only in the active cell; a grid full of locks would say nothing. */
  readonly active: boolean;
  readonly words: ValueStyle;
}

/** Shows a value of a row; a pending value stands after the value that it replaces. */
export function Value({ column, row, operations, locked, active, words }: ValueProps) {
  const { name, field } = column;
  if (name === null) return null;
  const show = (value: Json | undefined) => showValue(field, value, words);
  const text = show(row.fields[name]);
  const before = beforeOf(operations, name);
  return (
    <>
      {before === undefined ? (
        <span className="cut">{text}</span>
      ) : (
        <Queued before={show(before ?? undefined)} after={text} />
      )}
      {locked && active && <Lock className="grid-lock" size={11} aria-hidden />}
    </>
  );
}

/** Shows the old value struck out, and the new one; a long new value needs the whole cell. */
export function Queued(sides: { readonly before: string; readonly after: string }) {
  const { t } = useTranslation();
  const [before, after] = revealInvisible(sides.before, sides.after);
  return (
    <span className="queued" title={`${before === '' ? '—' : before} → ${after}`}>
      {before !== '' && fitBesideEachOther({ before, after }) && <del>{before}</del>}{' '}
      <ins>{after === '' ? t('common.empty') : after}</ins>
    </span>
  );
}
