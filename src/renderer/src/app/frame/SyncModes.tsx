import { Menu } from '@mantine/core';
import { CirclePause, CirclePlay, Wifi, WifiOff } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SyncMode } from '#contract/automatic.ts';
import { formatClock, formatTime } from '../../i18n/format.ts';
import { setSyncMode } from '../../state/runs.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { useNow } from '../../ui/useNow.ts';

const A_SECOND = 1_000;
const MINUTE_S = 60;

/** Counts down to the next automatic send; a screen reader is told the time instead. */
export function NextSend({ sendAt }: { readonly sendAt: number }) {
  const { t } = useTranslation();
  const now = useNow(A_SECOND);
  const seconds = Math.max(1, Math.ceil((sendAt - now) / A_SECOND));
  const shown =
    seconds > MINUTE_S
      ? t('frame.pill.sendsInMinutes', { minutes: Math.ceil(seconds / MINUTE_S) })
      : t('frame.pill.sendsIn', { seconds });
  return (
    <>
      <span aria-hidden>{shown}</span>
      <span className="unseen">{t('frame.pill.sendsAt', { time: formatClock(sendAt) })}</span>
    </>
  );
}

/** Returns when the catalogue is refreshed next; null when that is not known. */
export function useNextRefresh(): string | null {
  const { t } = useTranslation();
  const at = useStatus(({ automatic }) => automatic.refreshAt);
  return at === null ? null : t('frame.menu.nextRefresh', { time: formatTime(at) });
}

interface ModeChange {
  /** The key of its text in the menu. */
  readonly id: 'pause' | 'continue' | 'workOffline' | 'workOnline';
  readonly to: SyncMode;
  readonly icon: LucideIcon;
  /** Further words by which the palette finds it. */
  readonly words: string;
}

const PAUSE: ModeChange = {
  id: 'pause',
  to: 'paused',
  icon: CirclePause,
  words: 'pause wstrzymaj pauza',
};
const RESUME: ModeChange = {
  id: 'continue',
  to: 'on',
  icon: CirclePlay,
  words: 'resume continue wznów',
};
const OFFLINE: ModeChange = { id: 'workOffline', to: 'offline', icon: WifiOff, words: 'offline' };
const ONLINE: ModeChange = { id: 'workOnline', to: 'on', icon: Wifi, words: 'online' };

/** Returns the changes of mode that make sense in a mode. */
export function modeChanges(mode: SyncMode): readonly ModeChange[] {
  if (mode === 'offline') return [ONLINE];
  return [mode === 'paused' ? RESUME : PAUSE, OFFLINE];
}

/** Menu items that pause or continue automatic sync, and that go offline or online. */
export function ModeItems() {
  const { t } = useTranslation();
  const mode = useStatus(({ automatic }) => automatic.mode);
  const isUsed = useSettings(
    ({ settings }) => settings?.autoSend === 'online' || (settings?.refreshMinutes ?? 0) > 0,
  );
  // Without automatic sync there is nothing to pause.
  const changes = modeChanges(mode).filter(({ id }) => id !== 'pause' || isUsed);
  return changes.map(({ id, to, icon: Icon }) => (
    <Menu.Item key={id} leftSection={<Icon size={14} />} onClick={() => setSyncMode(to)}>
      {t(`frame.menu.${id}`)}
      {id === 'workOffline' && <span className="pill-note">{t('frame.menu.workOfflineNote')}</span>}
    </Menu.Item>
  ));
}
