import { useEffect } from 'react';
import type { Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Answer } from '../../../state/query.ts';
import { useProcedure } from '../../../state/useProcedure.ts';

type Views = Answer<Output<'views.list'>> & { readonly refresh: () => void };

/** The saved views of a kind; who comes back to this window has perhaps saved or removed some in another. */
export function useViews(kind: Kind): Views {
  const answer = useProcedure('views.list', { kind });
  const { refresh } = answer;
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);
  return answer;
}
