import { useTranslation } from 'react-i18next';
import type { Mark } from '#contract/review.ts';
import { useHotkeys } from '../../../ui/keys/useHotkeys.ts';
import { copyText } from '../../../ui/copyText.ts';
import type { Walk } from './useWalk.ts';

/** Handles the keys of a review; the handler stays mounted when the record changes. */
export function useWalkKeys({ item, walking }: Walk, flag: () => void): void {
  const { t } = useTranslation();
  const free = (work: () => void) => () => {
    if (document.querySelector('[role="dialog"]') !== null) return false;
    work();
    return true;
  };
  const mark = (mark: Mark | null) => free(() => walking.ask({ do: 'mark', mark }));
  useHotkeys({
    reviewNext: free(() => walking.ask({ do: 'step', by: 1 })),
    reviewBefore: free(() => walking.ask({ do: 'step', by: -1 })),
    approve: mark('approved'),
    flag: free(flag),
    skip: mark('skipped'),
    takeBack: mark(null),
    reviewEdit: free(() => walking.ask({ do: 'edit' })),
    copyCode: () => {
      // Selected text is copied instead.
      if (item === null || window.getSelection()?.isCollapsed === false) return false;
      const code = item.key ?? item.title;
      void copyText(code, t('review.copied', { code }));
      return true;
    },
  });
}
