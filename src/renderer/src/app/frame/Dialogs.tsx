import { Modal } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { watchFocus } from '../../ui/keys/focusBack.ts';
import { useKeysHeld } from '../../ui/keys/useHotkeys.ts';
import { Palette } from '../palette/Palette.tsx';
import { DeleteDialog } from '../../screens/records/remove/DeleteDialog.tsx';
import { CertificateDialog } from '../../screens/signIn/CertificateDialog.tsx';
import { ProxyDialog } from '../../screens/signIn/ProxyDialog.tsx';
import { SignInDialog } from '../../screens/signIn/SignInDialog.tsx';
import { closeDialog, dialogStore, useDialog } from '../../state/dialogs.ts';
import type { Dialog } from '../../state/dialogs.ts';
import { Button } from '../../ui/Button.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import './dialogs.css';

const HelpDialog = lazy(async () => ({
  default: (await import('../help/HelpDialog.tsx')).HelpDialog,
}));

/** The open dialog of the frame, if any. */
export function Dialogs() {
  const open = useDialog();
  useEffect(watchFocus, []);
  useKeysHeld(open !== null);
  if (open === null) return null;
  if (open.id === 'palette') return <Palette key={open.text} text={open.text} />;
  if (open.id === 'shortcuts') return <ShortcutsDialog />;
  if (open.id === 'help')
    return (
      <Suspense fallback={null}>
        <HelpDialog key={open.page} page={open.page} />
      </Suspense>
    );
  if (open.id === 'signIn') return <SignInDialog />;
  if (open.id === 'proxy') return <ProxyDialog dialog={open} />;
  if (open.id === 'certificate') return <CertificateDialog dialog={open} />;
  if (open.id === 'delete') return <DeleteDialog dialog={open} />;
  return <ConfirmDialog dialog={open} />;
}

function ConfirmDialog({ dialog }: { readonly dialog: Extract<Dialog, { id: 'confirm' }> }) {
  const { t } = useTranslation();
  const { title, text, action } = dialog.question;
  const agree = () => {
    dialogStore.setState({ open: null });
    dialog.answer(true);
  };
  return (
    <Modal opened onClose={closeDialog} title={title} size={420} withCloseButton={false}>
      <p className="confirm-text">{text}</p>
      <div className="dialog-actions">
        <Button data-autofocus onClick={closeDialog}>
          {t('common.actions.cancel')}
        </Button>
        <Button tone="bad" onClick={agree}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}
