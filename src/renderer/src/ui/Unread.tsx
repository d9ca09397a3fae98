import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import { Button } from './Button.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Screen } from './Screen.tsx';

interface UnreadProps {
  readonly title: string;
  readonly error: AppError;
  readonly onAgain: () => void;
  /** The label of the Back button. */
  readonly back: string;
  readonly onBack: () => void;
}

/** A screen for work that cannot be read: the error, Retry and Back. */
export function Unread({ title, error, onAgain, back, onBack }: UnreadProps) {
  const { t } = useTranslation();
  return (
    <Screen title={title}>
      <ErrorNotice error={error}>
        <Button onClick={onAgain}>{t('common.actions.retry')}</Button>
        <Button onClick={onBack}>{back}</Button>
      </ErrorNotice>
    </Screen>
  );
}
