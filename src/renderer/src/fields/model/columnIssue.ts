import type { TFunction } from 'i18next';
import type { Issue } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { expectationOf } from '../../ui/errors/expectations.ts';
import { labelAt } from './fields.ts';

/**
 * What is wrong with the columns of a sheet, by the labels of the fields; null for a fault of something else. The core
 * names every field by its key, which a person at the table of columns does not read.
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
