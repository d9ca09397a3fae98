import { Menu } from '@mantine/core';
import { LogIn, LogOut, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../../state/dialogs.ts';
import { signOut } from '../../state/session.ts';
import { useStatus } from '../../state/status.ts';

/** The open profile, with a menu to switch or sign in. */
export function ProfileMenu() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const name = status?.profile ?? '';
  const email = status?.email ?? null;
  const signedIn = status?.signedIn === true;
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <button type="button" className="profile">
          <span className="unseen">{t('frame.profile.label')}</span>
          <span className="profile-mark" aria-hidden>
            {initials(email ?? name)}
          </span>
          <span className="profile-names">
            <b className="cut">{name === 'default' ? (hostOf(status?.url) ?? name) : name}</b>
            <small className="cut">
              {signedIn && email !== null ? email : t('frame.profile.notSignedIn')}
            </small>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Users size={14} />} onClick={() => openDialog({ id: 'signIn' })}>
          {t('frame.profile.switch')}
        </Menu.Item>
        {signedIn ? (
          <Menu.Item leftSection={<LogOut size={14} />} onClick={() => void signOut()}>
            {t('common.actions.signOut')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<LogIn size={14} />} onClick={() => openDialog({ id: 'signIn' })}>
            {t('common.actions.signIn')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(text: string): string {
  const [first = '', second = ''] = text.split('@')[0]?.split(/[._\s-]+/) ?? [];
  return (first.slice(0, second === '' ? 2 : 1) + second.slice(0, 1)).toUpperCase();
}

function hostOf(url: string | null | undefined): string | null {
  return url === null || url === undefined ? null : (URL.parse(url)?.host ?? null);
}
