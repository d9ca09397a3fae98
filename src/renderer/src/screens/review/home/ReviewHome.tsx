import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { Home } from '../../../ui/Home.tsx';
import { SessionLine } from './SessionLine.tsx';
import { StartForm } from './StartForm.tsx';
import './home.css';

/** Lists all reviews, and offers to begin one. */
export function ReviewHome() {
  const { t } = useTranslation();
  const { data, error } = useProcedure('review.list', {}, { refreshOn: ['review.changed'] });
  const [failed, setFailed] = useState<AppError | null>(null);
  const sessions = data?.sessions ?? [];
  return (
    <Home
      title={t('frame.screens.review')}
      begin={{
        icon: ClipboardCheck,
        title: t('review.home.title'),
        text: t('review.home.text'),
        ways: <StartForm />,
      }}
      kept={{
        title: t('review.home.sessions'),
        none: data !== undefined && sessions.length === 0 ? t('review.home.none') : null,
        error: failed ?? error,
        lines: sessions.map((session) => (
          <SessionLine key={session.session} session={session} onFailed={setFailed} />
        )),
      }}
    />
  );
}
