import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ValueStyle } from '#contract/valueText.ts';
import { useValueStyle } from '../../../fields/useWords.ts';

/** Translated texts that every row needs, built once for all rows. */
export interface RowWords extends ValueStyle {
  readonly select: (name: string) => string;
  readonly open: (name: string) => string;
  readonly openHint: string;
}

// A translation lookup costs more than the rest of a cell: it is done once, with a placeholder for
// the name.
const NAME = '\u0000';

/** Returns the texts in the current language; a new object when they change. */
export function useRowWords(): RowWords {
  const { t } = useTranslation();
  const style = useValueStyle();
  return useMemo(() => {
    const select = t('records.select', { name: NAME });
    const open = t('records.openNamed', { name: NAME });
    return {
      ...style,
      // A replacement string would interpret `$` patterns ($$ becomes $); a function does not.
      select: (name) => select.replace(NAME, () => name),
      open: (name) => open.replace(NAME, () => name),
      openHint: t('records.open'),
    };
  }, [t, style]);
}
