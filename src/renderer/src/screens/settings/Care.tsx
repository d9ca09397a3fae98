import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { BackupInfo, ProfileInfo } from '#contract/shell.ts';
import { formatBytes, formatClock, formatDate } from '../../i18n/format.ts';
import {
  listBackups,
  listProfiles,
  removeProfile,
  restoreBackup,
  useShellInfo,
} from '../../state/shell.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFailure } from '../../ui/useFailure.ts';
import { CarePart, Line } from './care/CarePart.tsx';
import { DataFolderPart } from './care/DataFolderPart.tsx';
import { DiagnosticsPart } from './care/DiagnosticsPart.tsx';
import { ExportPart } from './care/ExportPart.tsx';

/** Manages the local data: export, backups, profiles, data folder and diagnostics. */
export function Care() {
  const { t } = useTranslation();
  const care = useCare();
  return (
    <section>
      <h2 className="heading">{t('settings.care.title')}</h2>
      {care.error !== null && <ErrorNotice error={care.error} />}
      <ExportPart />
      <CarePart title={t('settings.care.backups')} hint={t('settings.care.backupsHint')}>
        {care.backups?.length === 0 && <li className="quiet">{t('settings.care.noBackups')}</li>}
        {care.backups?.map((each) => (
          <Backup key={each.name} backup={each} onRestore={() => care.restore(each.name)} />
        ))}
      </CarePart>
      <CarePart title={t('settings.care.profiles')} hint={t('settings.care.profilesHint')}>
        {care.profiles.map((each) => (
          <Profile key={each.name} profile={each} onRemove={() => care.remove(each)} />
        ))}
      </CarePart>
      <DataFolderPart />
      <DiagnosticsPart />
    </section>
  );
}

function useCare() {
  // Null until read: only then can the list be called empty.
  const [backups, setBackups] = useState<readonly BackupInfo[] | null>(null);
  const [profiles, setProfiles] = useState<readonly ProfileInfo[]>([]);
  const [unread, setUnread] = useState<AppError | null>(null);
  const { error, fail, clear } = useFailure();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const tell = (thrown: unknown) => setUnread(asAppError(thrown));
    listBackups().then(setBackups, tell);
    listProfiles().then(setProfiles, tell);
  }, [turn]);
  const act = async (work: Promise<void>) => {
    clear();
    setUnread(null);
    await work.catch(fail);
    setTurn((old) => old + 1);
  };
  return {
    backups,
    profiles,
    error: error ?? unread,
    restore: (name: string) => act(restoreBackup(name)),
    remove: ({ name, waiting }: ProfileInfo) => act(removeProfile(name, waiting)),
  };
}

interface BackupProps {
  readonly backup: BackupInfo;
  readonly onRestore: () => Promise<void>;
}

function Backup({ backup, onRestore }: BackupProps) {
  const { t } = useTranslation();
  const { at, bytes, waiting } = backup;
  const when = `${formatDate(at)} ${formatClock(at)}`;
  return (
    <Line
      name={when}
      about={`${formatBytes(bytes)} · ${t('signIn.waiting', { count: waiting })}`}
      action={t('settings.care.restore')}
      label={t('settings.care.restoreOf', { when })}
      question={t('settings.care.restoreQuestion', { when })}
      onSure={onRestore}
    />
  );
}

interface ProfileProps {
  readonly profile: ProfileInfo;
  readonly onRemove: () => Promise<void>;
}

function Profile({ profile, onRemove }: ProfileProps) {
  const { t } = useTranslation();
  const { name, url, waiting, current } = profile;
  const managed = useShellInfo()?.managed;
  const about = [url ?? managed?.serviceUrl ?? '–', t('signIn.waiting', { count: waiting })];
  return (
    <Line
      name={name}
      about={[...about, ...(current ? [t('signIn.current')] : [])].join(' · ')}
      action={current ? null : t('settings.care.remove')}
      label={t('settings.care.removeOf', { name })}
      question={t('settings.care.removeQuestion', { name, count: waiting })}
      onSure={onRemove}
    />
  );
}
