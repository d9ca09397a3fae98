import { useEffect } from 'react';
import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Answer } from '../../../state/query.ts';
import { useProcedure } from '../../../state/useProcedure.ts';

type Views = Answer<Output<'views.list'>> & { readonly refresh: () => void };

/**
 * Returns the saved views of a kind; reads them again on window focus, as another window may have
 * changed them.
 */
export function useViews(kind: Kind): Views {
  const answer = useProcedure('views.list', { kind });
  const { refresh } = answer;
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);
  return answer;
}
