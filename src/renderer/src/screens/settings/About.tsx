import { useTranslation } from 'react-i18next';
import { useShellInfo } from '../../state/shell.ts';
import { useStatus } from '../../state/status.ts';

/** Shows the service, account, shell and version. */
export function About() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const info = useShellInfo();
  const lines: readonly (readonly [string, string])[] = [
    [t('settings.serviceUrl'), status?.url ?? '–'],
    [t('settings.email'), status?.email ?? '–'],
    ...(info === null
      ? []
      : ([
          [
            t('settings.secrets'),
            info.persistsSecrets ? t('settings.secretsKept') : t('settings.secretsNotKept'),
          ],
          [t('settings.shell'), `${t(`settings.shells.${info.shell}`)} (${info.platform})`],
          [t('settings.version'), info.version],
          ...(info.managed.fault === null
            ? []
            : ([[t('settings.policy'), info.managed.fault]] as const)),
        ] as const)),
  ];
  return (
    <section>
      <h2 className="heading">{t('settings.about')}</h2>
      <dl className="settings-about">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
