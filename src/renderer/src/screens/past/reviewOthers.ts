import type { Input } from '#contract/procedures.ts';
import type { ReviewSource } from '#contract/review.ts';
import { call } from '../../state/core.ts';
import { beginReview } from '../review/reviewView.ts';

type Asked = Omit<Input<'pulls.changes'>, 'limit'>;

/** As many as a review takes by name. */
const MOST = 100_000;

/** Begins a review of what others changed, as far as the list shows it. */
export async function reviewOthers(name: string, asked: Asked): Promise<void> {
  await beginReview(name, await sourceOf(asked));
}

// By its time alone a review walks everything since then, until now and of every kind.
async function sourceOf(asked: Asked): Promise<ReviewSource> {
  const { since, until, kinds, change } = asked;
  if (until === undefined && kinds === undefined && change === undefined)
    return { from: 'pull', since };
  const { changes } = await call('pulls.changes', { ...asked, limit: MOST });
  return { from: 'records', records: changes.map(({ kind, id }) => ({ kind, id })) };
}
