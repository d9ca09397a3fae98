import { Menu } from '@mantine/core';
import { CirclePause, CirclePlay, Wifi, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../i18n/format.ts';
import { setSyncMode } from '../../state/runs.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { useNow } from '../../ui/useNow.ts';

const A_SECOND = 1_000;
const MINUTE_S = 60;

/** Counts down to the next automatic send. */
export function NextSend({ sendAt }: { readonly sendAt: number }) {
  const { t } = useTranslation();
  const now = useNow(A_SECOND);
  const seconds = Math.max(1, Math.ceil((sendAt - now) / A_SECOND));
  if (seconds > MINUTE_S)
    return t('frame.pill.sendsInMinutes', { minutes: Math.ceil(seconds / MINUTE_S) });
  return t('frame.pill.sendsIn', { seconds });
}

/** Returns when the catalogue is refreshed next; null when that is not known. */
export function useNextRefresh(): string | null {
  const { t } = useTranslation();
  const at = useStatus(({ automatic }) => automatic.refreshAt);
  return at === null ? null : t('frame.menu.nextRefresh', { time: formatTime(at) });
}

/** Menu items that pause or continue automatic sync, and that go offline or online. */
export function ModeItems() {
  const { t } = useTranslation();
  const mode = useStatus(({ automatic }) => automatic.mode);
  const isUsed = useSettings(
    ({ settings }) => settings?.autoSend === 'online' || (settings?.refreshMinutes ?? 0) > 0,
  );
  return (
    <>
      {mode === 'on' && isUsed && (
        <Menu.Item leftSection={<CirclePause size={14} />} onClick={() => setSyncMode('paused')}>
          {t('frame.menu.pause')}
        </Menu.Item>
      )}
      {mode === 'paused' && (
        <Menu.Item leftSection={<CirclePlay size={14} />} onClick={() => setSyncMode('on')}>
          {t('frame.menu.continue')}
        </Menu.Item>
      )}
      {mode === 'offline' ? (
        <Menu.Item leftSection={<Wifi size={14} />} onClick={() => setSyncMode('on')}>
          {t('frame.menu.workOnline')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<WifiOff size={14} />} onClick={() => setSyncMode('offline')}>
          {t('frame.menu.workOffline')}
          <span className="pill-note">{t('frame.menu.workOfflineNote')}</span>
        </Menu.Item>
      )}
    </>
  );
}
