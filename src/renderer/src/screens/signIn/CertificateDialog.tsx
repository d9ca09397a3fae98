import { Modal, PasswordInput, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CertificateInfo } from '#contract/certificate.ts';
import { pickRoots } from '../../files/drop/pick.ts';
import { call } from '../../state/core.ts';
import { closeDialog, openDialog } from '../../state/dialogs.ts';
import type { Dialog } from '../../state/dialogs.ts';
import { useStatus } from '../../state/status.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { readPfxFile } from './readPfxFile.ts';
import './signIn.css';

interface DialogProps {
  readonly dialog: Extract<Dialog, { id: 'certificate' }>;
}

/** Asks for a client certificate and its passphrase, also before the first sign-in. */
export function CertificateDialog({ dialog }: DialogProps) {
  const { t } = useTranslation();
  const known = useStatus((state) => state.status?.url ?? null);
  const { data } = useProcedure('certificate.get', {});
  const leave = () => (dialog.behind === 'signIn' ? openDialog({ id: 'signIn' }) : closeDialog());
  return (
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={false}
      title={t('settings.certificateDialog.title')}
      size={520}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {data !== undefined && (
        <CertificateForm info={data} known={dialog.url ?? known ?? ''} onDone={leave} />
      )}
    </Modal>
  );
}

interface FormProps {
  readonly info: CertificateInfo;
  /** The address of the server; empty if it is not known yet. */
  readonly known: string;
  readonly onDone: () => void;
}

function CertificateForm({ info, known, onDone }: FormProps) {
  const { t } = useTranslation();
  const { managedFile } = info;
  const form = useCertificateForm(managedFile !== null, known, onDone);
  return (
    <form
      className="sign-in-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <p className="settings-path">
        {managedFile === null
          ? t('settings.certificateDialog.intro')
          : t('settings.certificateDialog.managedIntro', { file: managedFile })}
      </p>
      {managedFile === null && (
        <>
          <TextInput
            label={t('settings.certificateDialog.address')}
            inputMode="url"
            spellCheck={false}
            value={form.url}
            readOnly={known !== ''}
            onChange={(event) => form.setUrl(event.currentTarget.value)}
          />
          <FileRow file={form.file} fault={form.fault} onFile={form.choose} />
        </>
      )}
      <PasswordInput
        label={t('settings.certificateDialog.passphrase')}
        autoComplete="off"
        data-autofocus={managedFile === null ? undefined : true}
        value={form.passphrase}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.show'), tabIndex: 0 }}
        onChange={(event) => form.setPassphrase(event.currentTarget.value)}
      />
      {form.error !== null && <ErrorNotice error={form.error} />}
      <Button tone="go" type="submit" busy={form.busy} className="sign-in-go">
        {t('settings.certificateDialog.save')}
      </Button>
    </form>
  );
}

type FileFault = 'missing' | 'unread';

interface FileRowProps {
  readonly file: File | null;
  readonly fault: FileFault | null;
  readonly onFile: (file: File) => void;
}

/** The chosen file and the button that chooses one. */
function FileRow({ file, fault, onFile }: FileRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const pick = async () => {
    const [root] = await pickRoots(['.pfx', '.p12'], 'file');
    if (root?.file instanceof File) onFile(root.file);
  };
  return (
    <div className="certificate-file">
      <Button data-autofocus aria-describedby={id} onClick={() => void pick()}>
        {t('settings.certificateDialog.choose')}
      </Button>
      <output id={id} className="cut">
        {file?.name ?? t('settings.certificateDialog.noFile')}
      </output>
      {fault !== null && (
        <p className="notice-detail" role="alert">
          {t(`settings.certificateDialog.${fault}`)}
        </p>
      )}
    </div>
  );
}

function useCertificateForm(isManaged: boolean, known: string, onDone: () => void) {
  const [url, setUrl] = useState(known);
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [fault, setFault] = useState<FileFault | null>(null);
  const [busy, setBusy] = useState(false);
  const { error, fail, clear } = useFailure();
  const submit = async () => {
    clear();
    if (!isManaged && file === null) return setFault('missing');
    setBusy(true);
    try {
      const pfx = file === null || isManaged ? null : await readPfxFile(file);
      if (!isManaged && pfx === null) return setFault('unread');
      await call('certificate.set', { pfx, passphrase, url: url.trim() || undefined });
      onDone();
    } catch (thrown) {
      fail(thrown);
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    setFault(null);
    clear();
  };
  return {
    url,
    setUrl,
    file,
    choose,
    fault,
    passphrase,
    setPassphrase,
    busy,
    error,
    submit,
  };
}
