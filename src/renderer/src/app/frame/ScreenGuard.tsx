import { CircleAlert } from 'lucide-react';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Screen } from '../../ui/Screen.tsx';

interface GuardState {
  readonly thrown: unknown;
  readonly failed: boolean;
}

interface GuardProps {
  /** The screen's name for the bar when the screen fails. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Limits an error of a screen to that screen. */
export class ScreenGuard extends Component<GuardProps, GuardState> {
  override state: GuardState = { thrown: null, failed: false };

  static getDerivedStateFromError(thrown: unknown): GuardState {
    return { thrown, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Fallen
        title={this.props.title}
        thrown={this.state.thrown}
        onAgain={() => this.setState({ thrown: null, failed: false })}
      />
    );
  }
}

interface FallenProps {
  readonly title: string;
  readonly thrown: unknown;
  readonly onAgain: () => void;
}

function Fallen({ title, thrown, onAgain }: FallenProps) {
  const { t } = useTranslation();
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return (
    <Screen title={title}>
      <Empty
        icon={CircleAlert}
        title={t('frame.crash.title')}
        text={`${t('frame.crash.text')} (${reason})`}
        role="alert"
      >
        <Button onClick={onAgain}>{t('common.actions.reload')}</Button>
      </Empty>
    </Screen>
  );
}
