import type { TFunction } from 'i18next';
import { formatCount } from '../../i18n/format.ts';

/** The numbers of a list; null while unknown. */
interface Counts {
  readonly shown: number | null;
  readonly all: number | null;
  readonly isFiltered: boolean;
}

/** Returns the count beside the title of a list: `2 of 9` if it is filtered, otherwise `9`. */
export function countText(t: TFunction, { shown, all, isFiltered }: Counts): string | undefined {
  if (shown === null) return undefined;
  if (!isFiltered) return formatCount(shown);
  return t('records.detail', { shown, total: Math.max(all ?? 0, shown) });
}
