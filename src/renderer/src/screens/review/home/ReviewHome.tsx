import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useProcedure } from '../../../state/useProcedure.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { SessionLine } from './SessionLine.tsx';
import { StartForm } from './StartForm.tsx';
import './home.css';

/** Every review on this computer, and a way to begin another. */
export function ReviewHome() {
  const { t } = useTranslation();
  const { data, error } = useProcedure('review.list', {}, { refreshOn: ['review.changed'] });
  const sessions = data?.sessions ?? [];
  return (
    <Screen title={t('frame.screens.review')}>
      <div className="review-home">
        <section className="review-begin" aria-labelledby="review-begin">
          <header>
            <ClipboardCheck size={18} aria-hidden />
            <div>
              <h2 id="review-begin">{t('review.home.title')}</h2>
              <p>{t('review.home.text')}</p>
            </div>
          </header>
          <StartForm />
        </section>
        <section aria-labelledby="review-sessions">
          <h2 id="review-sessions" className="heading">
            {t('review.home.sessions')}
          </h2>
          {error !== null && <ErrorNotice error={error} />}
          {data !== undefined && sessions.length === 0 && (
            <p className="quiet">{t('review.home.none')}</p>
          )}
          <ul className="review-sessions">
            {sessions.map((session) => (
              <SessionLine key={session.session} session={session} />
            ))}
          </ul>
        </section>
      </div>
    </Screen>
  );
}
