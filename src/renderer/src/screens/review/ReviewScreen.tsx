import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ReviewHome } from './home/ReviewHome.tsx';
import { openReview, reviewView } from './reviewView.ts';
import { ReviewWalk } from './walk/ReviewWalk.tsx';

/** The review that is open, or all of them with a way to begin another. */
export function ReviewScreen() {
  const session = reviewView((view) => view.session);
  const { data, error, refresh } = useProcedure(
    'review.get',
    session === null ? null : { session },
    {
      refreshOn: ['review.changed'],
      keep: false,
    },
  );
  // One that was removed meanwhile leads back to the list; one that cannot be read now stays as it was.
  if (session === null || error?.code === 'not-found') return <ReviewHome />;
  if (data !== undefined) return <ReviewWalk key={data.session} session={data} failed={error} />;
  return error === null ? null : <Unread error={error} onAgain={refresh} />;
}

interface UnreadProps {
  readonly error: AppError;
  readonly onAgain: () => void;
}

function Unread({ error, onAgain }: UnreadProps) {
  const { t } = useTranslation();
  return (
    <Screen title={t('frame.screens.review')}>
      <ErrorNotice error={error}>
        <Button onClick={onAgain}>{t('common.actions.retry')}</Button>
        <Button onClick={() => openReview(null)}>{t('review.back')}</Button>
      </ErrorNotice>
    </Screen>
  );
}
