import { TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { ProfileInfo } from '#contract/shell.ts';
import { listProfiles, openProfile } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { useFirstFocus } from '../../changesets/useFirstFocus.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { isProfileName, knownName } from './checkSignIn.ts';

/** Lists the profiles on this computer; `bare` hides the list while there is no choice. */
export function ProfileList({ bare = false }: { readonly bare?: boolean }) {
  const { t } = useTranslation();
  const [profiles, setProfiles] = useState<readonly ProfileInfo[]>([]);
  const [unread, setUnread] = useState<AppError | null>(null);
  const failure = useFailure();
  const error = failure.error ?? unread;
  useEffect(() => {
    void listProfiles().then(setProfiles, (thrown: unknown) => setUnread(asAppError(thrown)));
  }, []);
  // A single empty profile is no choice and only distracts before the first sign-in.
  const [only, ...others] = profiles;
  const blank =
    others.length === 0 && (only === undefined || (only.records === 0 && only.waiting === 0));
  if (bare && blank && error === null) return null;
  return (
    <section className="profiles">
      <h3 className="heading">{t('signIn.profiles')}</h3>
      <ul>
        {profiles.map((each) => (
          <li key={each.name}>
            <ProfileButton
              profile={each}
              onOpen={() => void openProfile(each.name).catch(failure.fail)}
            />
          </li>
        ))}
      </ul>
      <NewProfile
        onCreate={(name) => void openProfile(knownName(profiles, name)).catch(failure.fail)}
      />
      {error !== null && <ErrorNotice error={error} />}
    </section>
  );
}

interface ProfileButtonProps {
  readonly profile: ProfileInfo;
  readonly onOpen: () => void;
}

function ProfileButton({ profile, onOpen }: ProfileButtonProps) {
  const { t } = useTranslation();
  const { name, url, email, records, waiting, current } = profile;
  const counts = [
    records > 0 ? t('signIn.records', { count: records }) : t('signIn.empty'),
    ...(waiting > 0 ? [t('signIn.waiting', { count: waiting })] : []),
    ...(current ? [t('signIn.current')] : []),
  ];
  return (
    <button
      type="button"
      className="profiles-item"
      aria-current={current ? 'true' : undefined}
      disabled={current}
      onClick={onOpen}
    >
      <b>{name}</b>
      {url !== null && <span className="cut">{[url, email].filter(Boolean).join(' · ')}</span>}
      <small className="num">{counts.join(' · ')}</small>
    </button>
  );
}

function NewProfile({ onCreate }: { readonly onCreate: (name: string) => void }) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  if (naming) return <NameForm onCreate={onCreate} />;
  return (
    <Button tone="quiet" icon={Plus} onClick={() => setNaming(true)}>
      {t('signIn.newProfile')}
    </Button>
  );
}

function NameForm({ onCreate }: { readonly onCreate: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  // The pressed button was removed with the focus.
  const first = useFirstFocus<HTMLInputElement>();
  const fits = isProfileName(name);
  return (
    <form
      className="profiles-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (fits) onCreate(name);
      }}
    >
      <TextInput
        label={t('signIn.profileName')}
        description={t('signIn.profileHint')}
        ref={first}
        value={name}
        error={name !== '' && !fits ? t('signIn.missing.name') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!fits}>
        {t('signIn.create')}
      </Button>
    </form>
  );
}
