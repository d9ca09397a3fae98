import { SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/procedures.ts';
import type { ProxyInfo } from '#contract/proxy.ts';
import { call } from '../../state/core.ts';
import { openDialog } from '../../state/dialogs.ts';
import { saveSettings } from '../../state/settings.ts';
import { useShellInfo } from '../../state/shell.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { checkProxy, checkProxyUser } from './checkSetting.ts';
import { TextRow } from './TextRow.tsx';
import './settings.css';

const CHOICES = ['system', 'none', 'manual'] as const;
type Choice = (typeof CHOICES)[number];

/** The proxy of the profile and its password. */
export function ProxyPart({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="heading">{t('settings.proxyTitle')}</h2>
      <ProxyWay settings={settings} />
      {settings.proxy !== 'none' && (
        <>
          <TextRow
            name="proxyUser"
            kept={settings.proxyUser}
            example=""
            wide
            input="text"
            check={checkProxyUser}
          />
          <PasswordRow />
        </>
      )}
    </section>
  );
}

/** The way to the server: the system's proxy, none, or a given one. */
export function ProxyWay({ settings: { proxy } }: { readonly settings: Settings }) {
  const isGiven = proxy !== 'system' && proxy !== 'none';
  // True from choosing “Address” until an address is typed.
  const [isManual, setManual] = useState(false);
  const choice = isManual || isGiven ? 'manual' : proxy;
  return (
    <>
      <ChoiceOfProxy choice={choice} onManual={setManual} />
      {choice === 'manual' && (
        <TextRow
          name="proxy"
          kept={isGiven ? proxy : ''}
          example="http://proxy.example.com:3128"
          wide
          input="url"
          check={checkProxy}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly choice: string;
  readonly onManual: (isManual: boolean) => void;
}

function ChoiceOfProxy({ choice, onManual }: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const { error, fail, clear } = useFailure();
  const info = useShellInfo();
  const decided = info?.managed.settings.includes('proxy') === true;
  const save = (next: Choice) => {
    clear();
    onManual(next === 'manual');
    if (next !== 'manual') saveSettings({ proxy: next }).catch(fail);
  };
  return (
    <div className="settings-row">
      <div className="settings-label">
        <b id={id}>{t('settings.proxyChoice.label')}</b>
        <span>
          {t(
            info?.shell === 'browser'
              ? 'settings.proxyChoice.browser'
              : 'settings.proxyChoice.hint',
          )}
        </span>
      </div>
      <div>
        <SegmentedControl
          aria-labelledby={id}
          value={choice}
          disabled={decided}
          data={CHOICES.map((each) => ({ value: each, label: t(`settings.proxyOptions.${each}`) }))}
          onChange={(next) => save(CHOICES.find((each) => each === next) ?? 'system')}
        />
        {decided && <p className="quiet">{t('settings.decided')}</p>}
        {error !== null && <ErrorNotice error={error} />}
      </div>
    </div>
  );
}

/** The proxy in use, and its stored password. */
function PasswordRow() {
  const { t } = useTranslation();
  const { error, fail, clear } = useFailure();
  const { data: info, refresh } = useProcedure('proxy.get', {}, { refreshOn: CHANGES });
  if (info === undefined) return null;
  const forget = () => {
    clear();
    call('proxy.forget', {}).then(refresh, fail);
  };
  return (
    <div className="settings-row">
      <div className="settings-label">
        <b>{t('settings.proxyPassword.label')}</b>
        <span className="settings-path">
          {info.address === null
            ? t('settings.proxyPassword.direct')
            : t('settings.proxyPassword.used', { address: info.address })}{' '}
          {passwordText(t, info)}
        </span>
      </div>
      <div className="settings-buttons">
        {info.address !== null && (
          <Button onClick={() => openDialog({ id: 'proxy' })}>
            {t('settings.proxyPassword.enter')}
          </Button>
        )}
        {info.hasPassword && <Button onClick={forget}>{t('settings.proxyPassword.forget')}</Button>}
        {error !== null && <ErrorNotice error={error} />}
      </div>
    </div>
  );
}

const CHANGES = ['settings.changed', 'connection.changed', 'session.changed'] as const;

function passwordText(t: TFunction, info: ProxyInfo): string {
  if (info.asks) return t('settings.proxyPassword.asks');
  return info.hasPassword ? t('settings.proxyPassword.kept') : '';
}
