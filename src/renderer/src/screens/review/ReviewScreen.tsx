import { useTranslation } from 'react-i18next';
import { useProcedure } from '../../state/useProcedure.ts';
import { Unread } from '../../ui/Unread.tsx';
import { isHome } from '../opened.ts';
import { ReviewHome } from './home/ReviewHome.tsx';
import { openReview, reviewView } from './reviewView.ts';
import { ReviewWalk } from './walk/ReviewWalk.tsx';

/** Shows the open review, or the list of all. */
export function ReviewScreen() {
  const { t } = useTranslation();
  const session = reviewView((view) => view.session);
  const { data, error, refresh } = useProcedure(
    'review.get',
    session === null ? null : { session },
    {
      refreshOn: ['review.changed'],
      keep: false,
    },
  );
  if (isHome(session, error)) return <ReviewHome />;
  if (data !== undefined) return <ReviewWalk key={data.session} session={data} failed={error} />;
  if (error === null) return null;
  return (
    <Unread
      title={t('frame.screens.review')}
      error={error}
      onAgain={refresh}
      back={t('review.back')}
      onBack={() => openReview(null)}
    />
  );
}
