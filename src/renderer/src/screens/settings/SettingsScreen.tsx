import { useTranslation } from 'react-i18next';
import type { Settings } from '#contract/procedures.ts';
import { useSettings } from '../../state/settings.ts';
import { useShellInfo } from '../../state/shell.ts';
import { goTo } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { About } from './About.tsx';
import { Care } from './Care.tsx';
import { BackgroundRows } from './BackgroundRows.tsx';
import { ChoiceRow, DensityRow } from './ChoiceRow.tsx';
import { NotificationRows } from './NotificationRows.tsx';
import { CertificatePart } from './CertificatePart.tsx';
import { ProxyPart } from './ProxyPart.tsx';
import { TextRow } from './TextRow.tsx';
import { checkAddress, checkCurrency, checkNumber, checkStatusLabels } from './checkSetting.ts';
import './settings.css';

/** The settings of the profile; each is saved as soon as its value is valid. */
export function SettingsScreen() {
  const { t } = useTranslation();
  const settings = useSettings((state) => state.settings);
  return (
    <Screen title={t('frame.screens.settings')}>
      <div className="settings">
        <p className="quiet">{t('settings.intro')}</p>
        {settings !== null && (
          <>
            <Look settings={settings} />
            <Values settings={settings} />
            <Automatic settings={settings} />
            <Service settings={settings} />
            <ProxyPart settings={settings} />
            <CertificatePart />
          </>
        )}
        <Care />
        <About />
      </div>
    </Screen>
  );
}

interface PartProps {
  readonly settings: Settings;
}

function Look({ settings }: PartProps) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="heading">{t('settings.look')}</h2>
      <ChoiceRow name="theme" value={settings.theme} options={['system', 'light', 'dark']} />
      <ChoiceRow name="language" value={settings.language} options={['system', 'en', 'pl']} />
      <DensityRow />
    </section>
  );
}

function Values({ settings }: PartProps) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="heading">{t('settings.values')}</h2>
      <TextRow
        name="currency"
        kept={settings.currency}
        example="PLN"
        input="text"
        check={checkCurrency}
      />
      <TextRow
        name="statusLabels"
        kept={settings.statusLabels}
        example={t('settings.statusLabels.example')}
        wide
        input="text"
        check={checkStatusLabels}
      />
    </section>
  );
}

function Automatic({ settings }: PartProps) {
  const { t } = useTranslation();
  const info = useShellInfo();
  // Elsewhere no keyring would seal the password.
  const isSealed = info?.shell === 'electron' && info.persistsSecrets;
  return (
    <section>
      <h2 className="heading">{t('settings.automatic')}</h2>
      <ChoiceRow name="autoSend" value={settings.autoSend} options={['off', 'online']} />
      <TextRow
        name="refreshMinutes"
        kept={String(settings.refreshMinutes)}
        example="15"
        unit={t('settings.minutes')}
        check={(text) => checkNumber('refreshMinutes', text)}
      />
      <ChoiceRow
        name="sendOnQuit"
        value={settings.sendOnQuit}
        options={['never', 'ask', 'always']}
      />
      {isSealed && (
        <ChoiceRow
          name="rememberPassword"
          value={settings.rememberPassword}
          options={['off', 'on']}
        />
      )}
      <NotificationRows value={settings.notifications} />
      <BackgroundRows />
    </section>
  );
}

function Service({ settings }: PartProps) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="heading">{t('settings.service')}</h2>
      <TextRow
        name="pageSize"
        kept={String(settings.pageSize)}
        example="500"
        check={(text) => checkNumber('pageSize', text)}
      />
      <TextRow
        name="concurrency"
        kept={String(settings.concurrency)}
        example="4"
        check={(text) => checkNumber('concurrency', text)}
      />
      <TextRow
        name="inFlightWindowSeconds"
        kept={String(settings.inFlightWindowSeconds)}
        example="120"
        unit={t('settings.seconds')}
        check={(text) => checkNumber('inFlightWindowSeconds', text)}
      />
      <TextRow
        name="assetBaseUrl"
        kept={settings.assetBaseUrl}
        example="https://files.example.com"
        wide
        input="url"
        check={checkAddress}
      />
      <TextRow
        name="assetBudgetMb"
        kept={String(settings.assetBudgetMb)}
        example="512"
        unit={t('settings.megabytes')}
        check={(text) => checkNumber('assetBudgetMb', text)}
      />
      <TextRow
        name="trashDays"
        kept={String(settings.trashDays)}
        example="30"
        unit={t('settings.days')}
        check={(text) => checkNumber('trashDays', text)}
      />
      <div className="settings-row">
        <div className="settings-label">
          <b>{t('frame.screens.knowledge')}</b>
          <span>{t('knowledge.openHint')}</span>
        </div>
        <div>
          <Button
            aria-label={t('frame.commands.go', { screen: t('frame.screens.knowledge') })}
            onClick={() => goTo('knowledge')}
          >
            {t('knowledge.show')}
          </Button>
        </div>
      </div>
    </section>
  );
}
