import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeDialog } from '../../state/dialogs.ts';
import { runStore } from '../../state/runs.ts';
import { OtherWays } from './OtherWays.tsx';
import { ProfileList } from './ProfileList.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Asks to sign in over any screen; an interrupted run continues afterwards. */
export function SignInDialog() {
  const { t } = useTranslation();
  const resumes = runStore((state) => state.resume !== null);
  return (
    <Modal
      opened
      onClose={closeDialog}
      closeOnClickOutside={false}
      title={t('signIn.title')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className="sign-in">
        {resumes && <p className="sign-in-why">{t('signIn.expired')}</p>}
        <ProfileList />
        <SignInForm />
        <OtherWays onCached={closeDialog} />
      </div>
    </Modal>
  );
}
