import type { TFunction } from 'i18next';
import { isNumeric } from '#contract/numbers.ts';
import type { Filter } from '#contract/procedures.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { decimalMark, formatDate } from '../../../i18n/format.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { valueText as styledText } from '#contract/valueText.ts';
import { valueStyle } from '../../../i18n/profileStyle.ts';
import { filterField, takesValue } from '../../../fields/model/filters.ts';
import type { FilterField, Operator } from '../../../fields/model/filters.ts';

const SIGNS: Readonly<Record<Operator, string>> = {
  contains: ':',
  is: ' =',
  not: ' ≠',
  lt: ' <',
  lte: ' ≤',
  gt: ' >',
  gte: ' ≥',
  empty: '',
  filled: '',
};

/** Returns the label of a filter field; a part is preceded by its group. */
export function fieldLabel({ field, group }: FilterField): string {
  return group === null ? textOf(field.label) : `${textOf(group.label)} · ${textOf(field.label)}`;
}

/** Returns the text of a filter chip: `Price ≥ 12,50`. */
export function chipText(t: TFunction, resource: Resource, filter: Filter): string {
  const found = filterField(resource, filter.field);
  const label = found === null ? filter.field : fieldLabel(found);
  if (!takesValue(filter.op)) return `${label}: ${t(`records.ops.${filter.op}`)}`;
  return `${label}${SIGNS[filter.op]} ${valueText(t, found, filter)}`;
}

function valueText(t: TFunction, found: FilterField | null, { op, value }: Filter): string {
  if (found === null) return value;
  if (op === 'contains') return isNumeric(found.field) ? value.replace('.', decimalMark()) : value;
  if (found.field.type === 'date') return formatDate(value);
  return styledText(found.field, value, valueStyle(t)) ?? value;
}
