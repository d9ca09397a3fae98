import { Modal, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProxyInfo } from '#contract/proxy.ts';
import { call } from '../../state/core.ts';
import { closeDialog, openDialog } from '../../state/dialogs.ts';
import type { Dialog } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { ProxyWay } from '../settings/ProxyPart.tsx';
import './signIn.css';

/** Asks for the proxy, its user and its password, also before the first sign-in. */
export function ProxyDialog({ dialog }: { readonly dialog: Extract<Dialog, { id: 'proxy' }> }) {
  const { t } = useTranslation();
  const settings = useSettings((state) => state.settings);
  const { data } = useProcedure('proxy.get', {}, { refreshOn: ['settings.changed'] });
  const leave = () => (dialog.behind === 'signIn' ? openDialog({ id: 'signIn' }) : closeDialog());
  return (
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={false}
      title={t('settings.proxyDialog.title')}
      size={760}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className="settings-dialog">
        {settings !== null && <ProxyWay settings={settings} />}
        {data !== undefined && data.address !== null && <ProxyForm info={data} onDone={leave} />}
      </div>
    </Modal>
  );
}

interface FormProps {
  readonly info: ProxyInfo;
  readonly onDone: () => void;
}

function ProxyForm({ info, onDone }: FormProps) {
  const { t } = useTranslation();
  const form = useProxyForm(info, onDone);
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
        {t('settings.proxyDialog.intro', { address: info.address ?? '' })}
      </p>
      <TextInput
        label={t('settings.proxyUser.label')}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={info.user === '' ? true : undefined}
        value={form.user}
        error={form.isMissing ? t('settings.proxyDialog.missing') : undefined}
        onChange={(event) => form.setUser(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('signIn.password')}
        autoComplete="off"
        data-autofocus={info.user === '' ? undefined : true}
        value={form.password}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.show'), tabIndex: 0 }}
        onChange={(event) => form.setPassword(event.currentTarget.value)}
      />
      {form.isRefused && (
        <p className="notice-detail" role="alert">
          {t('settings.proxyDialog.refused')}
        </p>
      )}
      {form.error !== null && <ErrorNotice error={form.error} />}
      <Button tone="go" type="submit" busy={form.busy} className="sign-in-go">
        {t('common.actions.signIn')}
      </Button>
    </form>
  );
}

function useProxyForm(info: ProxyInfo, onDone: () => void) {
  const [typedUser, setUser] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const { error, fail, clear } = useFailure();
  const user = (typedUser ?? info.user).trim();
  const submit = async () => {
    setTried(true);
    setRefused(false);
    clear();
    if (user === '') return;
    setBusy(true);
    try {
      const { asks } = await call('proxy.signIn', { user, password });
      if (asks) setRefused(true);
      else onDone();
    } catch (thrown) {
      fail(thrown);
    } finally {
      setBusy(false);
    }
  };
  const isMissing = tried && user === '';
  return {
    user: typedUser ?? info.user,
    setUser,
    password,
    setPassword,
    isMissing,
    isRefused,
    busy,
    error,
    submit,
  };
}
