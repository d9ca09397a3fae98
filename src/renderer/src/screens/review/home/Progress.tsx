import { useTranslation } from 'react-i18next';
import type { ReviewSession } from '#contract/review.ts';
import './progress.css';

const MARKED = ['approved', 'flagged', 'skipped'] as const;

/** Shows the progress of a review as a bar and in words. */
export function Progress({ session }: { readonly session: ReviewSession }) {
  const { t } = useTranslation();
  const { total } = session;
  const done = MARKED.reduce((sum, mark) => sum + session[mark], 0);
  const title = MARKED.map((mark) => `${t(`review.marks.${mark}`)}: ${session[mark]}`).join(', ');
  return (
    <div className="review-progress" title={title}>
      <i aria-hidden>
        {MARKED.map((mark) => (
          <b
            key={mark}
            className={`review-part-${mark}`}
            style={{ width: `${total === 0 ? 0 : (session[mark] / total) * 100}%` }}
          />
        ))}
      </i>
      <span className="num quiet">{t('review.home.progress', { done, total })}</span>
    </div>
  );
}
