import type { TFunction } from 'i18next';
import type { Issue } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { expectationOf } from '../../ui/errors/expectations.ts';
import { labelAt } from './fields.ts';

/**
 * Returns a sentence about a fault in the columns of a sheet, with field labels.
 *
 * Null for other faults. The core names fields by keys, which users do not know.
 */
export function columnIssueText(
  t: TFunction,
  kind: Kind,
  { place, expected }: Pick<Issue, 'place' | 'expected'>,
): string | null {
  const found = expectationOf(expected);
  const { key } = resourceOf(kind);
  if (found?.key === 'anyField') return t('sheets.import.noField');
  if (found?.key === 'keyColumn' && key !== null)
    return t('sheets.import.noKey', { code: labelAt(kind, key) });
  if (found?.key !== 'anotherField') return null;
  const { column = '', field = '' } = found.values;
  return t('sheets.import.twice', { name: place, column, field: labelAt(kind, field) });
}
