import { DownloadCloud } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { formatCount } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { openDialog } from '../../state/dialogs.ts';
import { start, stopRun } from '../../state/runs.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Screen } from '../../ui/Screen.tsx';

/** The screen of a catalogue that was never downloaded: the first pull and its progress. */
export function FirstRead() {
  const { t } = useTranslation();
  const { status, running } = useStatus((state) => state);
  const signedIn = status?.signedIn === true;
  const url = status?.url ?? '';
  return (
    <Screen title={t('frame.screens.records')}>
      <Empty
        icon={DownloadCloud}
        title={t('signIn.first.title')}
        text={t('signIn.first.text', { url })}
      >
        {running === 'idle' ? (
          <Button
            tone="go"
            onClick={() => (signedIn ? void start('pull') : openDialog({ id: 'signIn' }))}
          >
            {signedIn ? t('signIn.first.read') : t('common.actions.signIn')}
          </Button>
        ) : (
          <Reading />
        )}
      </Empty>
    </Screen>
  );
}

function Reading() {
  const { t } = useTranslation();
  const progress = useStatus((state) => state.progress);
  const label = progress?.kind === undefined ? '' : textOf(resourceOf(progress.kind).label);
  return (
    <div className="first-read num">
      <span>
        {t('frame.status.pull', { kind: label })}
        {progress !== null && ` · ${formatCount(progress.done)}`}
      </span>
      <Button onClick={() => void stopRun()}>{t('common.actions.stop')}</Button>
    </div>
  );
}
