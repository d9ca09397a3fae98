import type { TFunction } from 'i18next';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { valueText } from '#contract/valueText.ts';
import { formatDate, formatDecimal } from '../../i18n/format.ts';
import { valueStyle } from '../../i18n/profileStyle.ts';
import { countedText } from '../../i18n/i18n.ts';
import { fieldAt, labelAt } from './fields.ts';

type Named = Pick<GroupLabel, 'code' | 'count' | 'params' | 'of'>;

/** Returns the label of an undo batch as shown after `Undo:`, such as `+3.5 % on 412 materials`. */
export function groupText(t: TFunction, { kind, ...label }: GroupLabel): string {
  return named(t, kind, label);
}

function named(t: TFunction, kind: Kind, { code, count, params, of }: Named): string {
  if (code === 'undo')
    return of === undefined
      ? t('sheets.groups.undo')
      : t('sheets.groups.undoOf', { subject: named(t, kind, { ...of, of: undefined }) });
  // Several batches that were undone together and are redone.
  if (code === 'remove' && count > 1) return t('sheets.groups.removals', { count });
  if (code === 'discard' && count > 1) return t('sheets.groups.discards', { count });
  if (code === 'decide' && count > 1) return t('sheets.groups.decisions', { count });
  const hasName = code === 'fix' && Boolean(params['record']);
  return t(`sheets.groups.${hasName ? 'fixNamed' : code}`, {
    ...params,
    records: countedText(kind, count),
    record: params['record'] || (code === 'add-product' ? t('plan.unnamed') : ''),
    field: fieldText(kind, params['field'] ?? ''),
    value: shown(t, fieldAt(kind, params['field'] ?? ''), params['value'] ?? ''),
    amount: signed(params['amount'] ?? ''),
    percent: signed(params['percent'] ?? ''),
  });
}

function fieldText(kind: Kind, names: string): string {
  const [first = '', ...more] = names.split(', ');
  const label = labelAt(kind, first);
  return more.length === 0 ? label : `${label} +${more.length}`;
}

function shown(t: TFunction, field: Field | undefined, value: string): string {
  if (field?.type === 'date') return formatDate(value);
  return (field === undefined ? null : valueText(field, value, valueStyle(t))) ?? value;
}

/** Returns a signed number with the decimal mark of the language: `+3,5`, `−0,20`. */
export function signed(decimal: string): string {
  const digits = formatDecimal(decimal.replace(/^[-+]/, ''));
  return `${decimal.startsWith('-') ? '−' : '+'}${digits}`;
}
