import { useProcedure } from '../../state/useProcedure.ts';
import { ReviewHome } from './home/ReviewHome.tsx';
import { reviewView } from './reviewView.ts';
import { ReviewWalk } from './walk/ReviewWalk.tsx';

/** The review that is open, or all of them with a way to begin another. */
export function ReviewScreen() {
  const session = reviewView((view) => view.session);
  const { data, error } = useProcedure('review.get', session === null ? null : { session }, {
    refreshOn: ['review.changed'],
    keep: false,
  });
  // One that was removed meanwhile leads back to the list.
  if (session === null || error !== null) return <ReviewHome />;
  return data === undefined ? null : <ReviewWalk key={data.session} session={data} />;
}
