import { Menu } from '@mantine/core';
import {
  ArrowDownUp,
  ChevronDown,
  CircleStop,
  IdCard,
  LogIn,
  LogOut,
  Plug,
  RefreshCw,
  Send,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { formatTime } from '../../i18n/format.ts';
import { textOf } from '../../i18n/i18n.ts';
import { checkConnection } from '../../state/connection.ts';
import { openDialog } from '../../state/dialogs.ts';
import { runStore, start, stopRun } from '../../state/runs.ts';
import { signOut } from '../../state/session.ts';
import { useStatus } from '../../state/status.ts';
import { KIND_ORDER } from '../../state/view.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import type { Pill } from './pill.ts';
import { usePill } from './usePill.ts';
import { ModeItems, NextSend, useNextRefresh } from './SyncModes.tsx';
import './pill.css';

/** The state of the connection and the outbox, with a menu of actions. */
export function SyncPill() {
  const pill = usePill();
  const words = usePillWords(pill);
  const { t } = useTranslation();
  return (
    <Menu width={280}>
      <Menu.Target>
        <button type="button" className="pill">
          <span className="unseen">{t('frame.pill.label')}</span>
          <PillFace pill={pill} words={words} />
          <ChevronDown size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <RunItems pill={pill} />
        <ModeItems />
        <ConnectionItem />
        <Menu.Divider />
        <LastPulled />
        <Menu.Divider />
        <SessionItem />
      </Menu.Dropdown>
    </Menu>
  );
}

function PillFace({ pill, words }: { readonly pill: Pill; readonly words: readonly string[] }) {
  const [first, ...counts] = words;
  const share = pill.progress === null ? null : pill.progress.done / (pill.progress.total || 1);
  return (
    <>
      <i className={`pill-dot pill-${pill.tone}`} aria-hidden />
      <span className="num">
        {pill.sendAt === null ? first : <NextSend sendAt={pill.sendAt} />}
      </span>
      {share !== null && <progress className="pill-bar" aria-hidden value={share} max={1} />}
      {counts.map((count, index) => (
        <b
          key={count}
          className={`num ${index === 0 && pill.waiting > 0 ? 'pill-n' : 'pill-ask-n'}`}
        >
          {count}
        </b>
      ))}
    </>
  );
}

function usePillWords({ word, progress, waiting, needYou }: Pill): readonly string[] {
  const { t } = useTranslation();
  const counted = progress !== null && (word === 'sending' || word === 'reading');
  return [
    counted ? t(`frame.pill.${word}Of`, { ...progress }) : t(`frame.pill.${word}`),
    ...(waiting > 0 ? [t('frame.pill.waiting', { count: waiting })] : []),
    ...(needYou > 0 ? [t('frame.pill.needYou', { count: needYou })] : []),
  ];
}

function RunItems({ pill }: { readonly pill: Pill }) {
  const { t } = useTranslation();
  const busy = pill.word === 'sending' || pill.word === 'reading';
  const queued = runStore((state) => state.queued);
  const nextRefresh = useNextRefresh();
  const times = useLastPulled()
    .map(({ label, time }) => `${label} ${time}`)
    .join(', ');
  return (
    <>
      <Menu.Item
        leftSection={<Send size={14} />}
        rightSection={<Kbd shortcut="send" />}
        disabled={queued}
        onClick={() => void start('push')}
      >
        {t('common.actions.send')}
        {queued && <span className="pill-note">{t('frame.menu.next')}</span>}
      </Menu.Item>
      <Menu.Item
        leftSection={<RefreshCw size={14} />}
        rightSection={<Kbd shortcut="refresh" />}
        disabled={pill.word === 'reading'}
        aria-description={`${t('frame.menu.lastPulled')}: ${times}`}
        onClick={() => void start('pull')}
      >
        {t('common.actions.refresh')}
        {nextRefresh !== null && <span className="pill-note">{nextRefresh}</span>}
      </Menu.Item>
      <Menu.Item
        leftSection={<ArrowDownUp size={14} />}
        disabled={queued || pill.word === 'reading'}
        onClick={() => void start('sync')}
      >
        {t('common.actions.sync')}
        <span className="pill-note">{t('frame.menu.connecting')}</span>
      </Menu.Item>
      {busy && (
        <Menu.Item leftSection={<CircleStop size={14} />} onClick={() => void stopRun()}>
          {t('common.actions.stop')}
        </Menu.Item>
      )}
    </>
  );
}

/** The next step when the connection has a problem. */
function ConnectionItem() {
  const { t } = useTranslation();
  const state = useStatus(({ connection }) => connection);
  if (state === 'online' || state === 'unchecked') return null;
  if (state === 'proxy-password')
    return (
      <Menu.Item leftSection={<LogIn size={14} />} onClick={() => openDialog({ id: 'proxy' })}>
        {t('frame.menu.proxyPassword')}
        <span className="pill-note">{t('frame.connection.proxy-password')}</span>
      </Menu.Item>
    );
  if (state === 'certificate-required' || state === 'certificate-refused')
    return (
      <Menu.Item
        leftSection={<IdCard size={14} />}
        onClick={() => openDialog({ id: 'certificate' })}
      >
        {t('frame.menu.clientCertificate')}
        <span className="pill-note">{t(`frame.connection.${state}`)}</span>
      </Menu.Item>
    );
  return (
    <Menu.Item leftSection={<Plug size={14} />} closeMenuOnClick={false} onClick={checkConnection}>
      {t('frame.menu.checkConnection')}
      <span className="pill-note">{t(`frame.connection.${state}`)}</span>
    </Menu.Item>
  );
}

// A menu may hold only items, so the item above describes these lines to screen readers.
function LastPulled() {
  const { t } = useTranslation();
  const times = useLastPulled();
  return (
    <div aria-hidden className="pill-times">
      <div className="heading">{t('frame.menu.lastPulled')}</div>
      {times.map(({ kind, label, time }) => (
        <div key={kind} className="pill-time">
          {label} <span className="num">{time}</span>
        </div>
      ))}
    </div>
  );
}

function useLastPulled() {
  const { t } = useTranslation();
  const lastPull = useStatus((state) => state.status?.lastPull);
  const missing = useStatus((state) => state.status?.notOffered);
  return KIND_ORDER.map((kind) => {
    const at = lastPull?.[kind] ?? null;
    const read = at === null ? t('frame.menu.never') : formatTime(at);
    const time = missing?.includes(kind) === true ? t('frame.notOffered') : read;
    return { kind, label: textOf(resourceOf(kind).label), time };
  });
}

function SessionItem() {
  const { t } = useTranslation();
  const signedIn = useStatus((state) => state.status?.signedIn === true);
  return signedIn ? (
    <Menu.Item leftSection={<LogOut size={14} />} onClick={() => void signOut()}>
      {t('common.actions.signOut')}
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<LogIn size={14} />} onClick={() => openDialog({ id: 'signIn' })}>
      {t('common.actions.signIn')}
    </Menu.Item>
  );
}
