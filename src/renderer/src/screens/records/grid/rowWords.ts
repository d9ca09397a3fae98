import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlagWords } from '../../../fields/model/fieldText.ts';

/** The words that every row needs, made once for all of them. */
export interface RowWords extends FlagWords {
  readonly select: (name: string) => string;
  readonly open: (name: string) => string;
  readonly openHint: string;
}

// Asking for a text costs more than the rest of a cell; it is asked once, with a place for the name.
const NAME = '\u0000';

/** The words of the language shown now; another language makes another object. */
export function useRowWords(): RowWords {
  const { t } = useTranslation();
  return useMemo(() => {
    const select = t('records.select', { name: NAME });
    const open = t('records.openNamed', { name: NAME });
    return {
      yes: t('common.yes'),
      no: t('common.no'),
      // A text in the place of a function would have its own signs read: $$ becomes one.
      select: (name) => select.replace(NAME, () => name),
      open: (name) => open.replace(NAME, () => name),
      openHint: t('records.open'),
    };
  }, [t]);
}
