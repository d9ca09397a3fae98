import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CertificateInfo } from '#contract/certificate.ts';
import { formatDate } from '../../i18n/format.ts';
import { call } from '../../state/core.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import './settings.css';

const CHANGES = ['settings.changed', 'session.changed'] as const;

/** The client certificate of the profile. */
export function CertificatePart() {
  const { t } = useTranslation();
  const { error, fail, clear } = useFailure();
  const { data: info, refresh } = useProcedure('certificate.get', {}, { refreshOn: CHANGES });
  if (info === undefined) return null;
  const isManaged = info.managedFile !== null;
  const forget = () => {
    clear();
    call('certificate.forget', {}).then(refresh, fail);
  };
  return (
    <section>
      <h2 className="heading">{t('settings.certificateTitle')}</h2>
      <div className="settings-row">
        <div className="settings-label">
          <b>{t('settings.certificate.label')}</b>
          <span>{t('settings.certificate.hint')}</span>
          {linesOf(t, info).map((line) => (
            <span key={line} className="settings-path">
              {line}
            </span>
          ))}
        </div>
        <div className="settings-buttons">
          <Button onClick={() => openDialog({ id: 'certificate' })}>
            {t(isManaged ? 'settings.certificate.passphrase' : 'settings.certificate.enter')}
          </Button>
          {info.address !== null && (
            <Button onClick={forget}>
              {t(
                isManaged ? 'settings.certificate.forgetPassphrase' : 'settings.certificate.forget',
              )}
            </Button>
          )}
          {error !== null && <ErrorNotice error={error} />}
        </div>
      </div>
    </section>
  );
}

function linesOf(t: TFunction, info: CertificateInfo): readonly string[] {
  const { address, subject, validTo, managedFile, fault } = info;
  if (address === null) return [t('settings.certificate.none')];
  const file =
    managedFile === null ? [] : [t('settings.certificate.managed', { file: managedFile })];
  const server = t('settings.certificate.for', { address });
  const date = validTo === null ? '' : formatDate(validTo);
  const name = subject === null ? [] : [t('settings.certificate.subject', { subject })];
  const state =
    fault === null ? t('settings.certificate.valid', { date }) : t(`errors.why.${fault}`, { date });
  return [...file, server, ...name, state];
}
