import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../state/settings.ts';
import { useShellInfo } from '../../state/shell.ts';
import { dialogStore, openDialog } from '../../state/dialogs.ts';
import { signIn } from '../../state/session.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { checkSignIn, isInsecure } from './checkSignIn.ts';
import type { SignInFault, SignInValues } from './checkSignIn.ts';
import './signIn.css';

/** The form for address, e-mail and password; each fault is shown at its field. */
export function SignInForm() {
  const { t } = useTranslation();
  const { values, set, faultOf, error, busy, submit, fixed, refused } = useSignIn();
  const form = useFormFocus(refused);
  const isRemembered = useIsRemembered();
  return (
    <form
      ref={form}
      className="sign-in-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={t('signIn.url')}
        placeholder={t('signIn.urlHint')}
        inputMode="url"
        autoComplete="url"
        spellCheck={false}
        data-autofocus={values.url === '' ? true : undefined}
        value={values.url}
        readOnly={fixed}
        error={faultOf('url')}
        description={noteOf(values.url, fixed, t)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <TextInput
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        value={values.email}
        error={faultOf('email')}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('signIn.password')}
        autoComplete="current-password"
        data-autofocus={values.url === '' ? undefined : true}
        value={values.password}
        error={faultOf('password')}
        aria-invalid={faultOf('password') !== undefined}
        description={t(isRemembered ? 'signIn.passwordKept' : 'signIn.passwordNote')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.show'), tabIndex: 0 }}
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
      <GivenProxy />
      {isInsecure(values.url) && (
        <Checkbox
          label={t('signIn.unencrypted')}
          checked={values.unencrypted}
          error={faultOf('unencrypted')}
          aria-invalid={faultOf('unencrypted') !== undefined}
          onChange={(event) => set({ unencrypted: event.currentTarget.checked })}
        />
      )}
      {error !== null && (
        <ErrorNotice error={error}>
          {MAY_NEED_PROXY.has(error.details.why?.code ?? error.code) && (
            <Button onClick={openProxyDialog}>{t('settings.proxySettings')}</Button>
          )}
          {error.code === 'client-certificate' && (
            <Button onClick={() => openCertificateDialog(values.url)}>
              {t('settings.certificateSettings')}
            </Button>
          )}
        </ErrorNotice>
      )}
      <Button tone="go" type="submit" busy={busy} className="sign-in-go">
        {busy ? t('signIn.busy') : t('common.actions.signIn')}
      </Button>
    </form>
  );
}

/** The proxy of the settings, since somebody else may have given the data folder. */
function GivenProxy() {
  const { t } = useTranslation();
  const address = useSettings((state) => state.settings?.proxy ?? 'system');
  if (address === 'system' || address === 'none') return null;
  return <p className="quiet">{t('settings.proxyPassword.used', { address })}</p>;
}

/** Returns whether the password is stored in the keyring of the system. */
function useIsRemembered(): boolean {
  const isWanted = useSettings(({ settings }) => settings?.rememberPassword === 'on');
  const info = useShellInfo();
  return isWanted && info?.shell === 'electron' && info.persistsSecrets;
}

/** Errors that a proxy may solve. */
const MAY_NEED_PROXY: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'proxy-password',
  'proxy-failed',
]);

/** Opens the dialog of the proxy, and this one again after it. */
function openProxyDialog(): void {
  const isDialog = dialogStore.getState().open?.id === 'signIn';
  openDialog({ id: 'proxy', ...(isDialog && { behind: 'signIn' }) });
}

/** Opens the dialog of the client certificate for an address, and this one again after it. */
function openCertificateDialog(url: string): void {
  const isDialog = dialogStore.getState().open?.id === 'signIn';
  openDialog({ id: 'certificate', url: url.trim(), ...(isDialog && { behind: 'signIn' }) });
}

function noteOf(url: string, fixed: boolean, t: TFunction): string | undefined {
  if (fixed) return t('settings.decided');
  return isInsecure(url) ? t('signIn.insecure') : undefined;
}

// Focuses the first empty field, and later the first invalid one, so that screen readers announce
// it.
function useFormFocus(refused: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A dialog sets the focus itself.
    if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  useEffect(() => {
    if (refused > 0)
      form.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus();
  }, [refused]);
  return form;
}

function useSignIn() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const [typed, setTyped] = useState<Partial<SignInValues>>({});
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(0);
  const [busy, setBusy] = useState(false);
  const { error, fail, clear } = useFailure();
  const managed = useShellInfo()?.managed;
  const kept = {
    url: status?.url ?? managed?.serviceUrl ?? '',
    email: status?.email ?? '',
    password: '',
    unencrypted: false,
  };
  const values = { ...kept, ...typed };
  const faults = checkSignIn(values);
  const say = (fault: SignInFault | undefined) =>
    tried && fault !== undefined ? t(`signIn.missing.${fault}`) : undefined;
  const submit = async () => {
    setTried(true);
    clear();
    if (Object.keys(faults).length > 0) return setRefused(refused + 1);
    setBusy(true);
    await signIn({ ...values, url: values.url.trim(), email: values.email.trim() })
      .catch(fail)
      .finally(() => setBusy(false));
  };
  return {
    values,
    set: (part: Partial<SignInValues>) => setTyped((old) => ({ ...old, ...part })),
    faultOf: (field: keyof SignInValues) => say(faults[field]),
    error,
    busy,
    submit,
    /** The number of submits with an invalid field. */
    refused,
    // True if the managed file fixes the service; the demo's profile stays editable.
    fixed: managed?.serviceOnly === true && values.url === managed.serviceUrl,
  };
}
