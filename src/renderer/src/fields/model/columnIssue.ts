import type { TFunction } from 'i18next';
import type { Issue } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { labelAt } from './fields.ts';

/**
 * Returns a sentence about a fault in the columns of a sheet, with field labels.
 *
 * Null for other faults. The core names fields by keys, which users do not know.
 */
export function columnIssueText(
  t: TFunction,
  kind: Kind,
  { place, expectation }: Pick<Issue, 'place' | 'expectation'>,
): string | null {
  const { key } = resourceOf(kind);
  if (expectation?.code === 'anyField') return t('sheets.import.noField');
  if (expectation?.code === 'keyColumn' && key !== null)
    return t('sheets.import.noKey', { code: labelAt(kind, key) });
  if (expectation?.code !== 'anotherField') return null;
  const { column = '', field = '' } = expectation.params;
  return t('sheets.import.twice', { name: place, column, field: labelAt(kind, String(field)) });
}
