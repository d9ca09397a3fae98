import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { setTitle } from '../../state/title.ts';
import { OtherWays } from './OtherWays.tsx';
import { ProfileList } from './ProfileList.tsx';
import { SignInForm } from './SignInForm.tsx';
import { Drawing } from './Drawing.tsx';

/** The first screen of a new installation; `banners` are shown above it. */
export function Welcome({ banners }: { readonly banners: ReactNode }) {
  const { t } = useTranslation();
  useEffect(() => setTitle('', null), []);
  return (
    <main className="welcome">
      <div className="welcome-strips">{banners}</div>
      <div className="welcome-card">
        <section className="welcome-face">
          <Drawing />
          <h1>{t('signIn.welcome')}</h1>
          <p>{t('signIn.promise')}</p>
        </section>
        <section className="welcome-form">
          <h2>{t('signIn.title')}</h2>
          <ProfileList bare />
          <SignInForm />
          <OtherWays onCached={() => {}} />
        </section>
      </div>
    </main>
  );
}
