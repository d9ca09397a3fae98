import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../state/dialogs.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Screen } from '../../ui/Screen.tsx';

interface GuardProps {
  /** The screen's name for the bar when the screen fails. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Limits an error of a screen to that screen. */
export function ScreenGuard({ title, children }: GuardProps) {
  return (
    <ErrorBoundary
      renderInstead={(thrown, onAgain) => (
        <Fallen title={title} thrown={thrown} onAgain={onAgain} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

interface FallenProps {
  readonly title: string;
  readonly thrown: unknown;
  readonly onAgain: () => void;
}

function Fallen({ title, thrown, onAgain }: FallenProps) {
  const { t } = useTranslation();
  return (
    <Screen title={title}>
      <Empty
        icon={CircleAlert}
        title={t('frame.crash.title')}
        text={`${t('frame.crash.text')} (${reasonOf(thrown)})`}
        role="alert"
      >
        <Button onClick={onAgain}>{t('common.actions.reload')}</Button>
        <Button onClick={() => openDialog({ id: 'help', page: 'log' })}>{t('help.log')}</Button>
      </Empty>
    </Screen>
  );
}

/** Shows that the whole window failed, and reloads it on request. */
export function WindowGuard({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary renderInstead={(thrown) => <FallenWindow thrown={thrown} />}>
      {children}
    </ErrorBoundary>
  );
}

function FallenWindow({ thrown }: { readonly thrown: unknown }) {
  const { t } = useTranslation();
  return (
    <main className="no-entry">
      <Empty
        icon={CircleAlert}
        title={t('frame.crash.window')}
        text={`${t('frame.crash.kept')} (${reasonOf(thrown)})`}
        role="alert"
      >
        <Button tone="go" onClick={() => location.reload()}>
          {t('frame.crash.reload')}
        </Button>
      </Empty>
    </main>
  );
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
