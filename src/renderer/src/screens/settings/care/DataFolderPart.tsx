import { FolderOutput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { DataFolder } from '#contract/shell.ts';
import { formatBytes } from '../../../i18n/format.ts';
import {
  dataFolder,
  moveData,
  pickFolder,
  removeOldData,
  useShellInfo,
} from '../../../state/shell.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFailure } from '../../../ui/useFailure.ts';
import { CarePart, focus, focusBack, Line } from './CarePart.tsx';

/** Shows the data folder; it can be moved, and an old copy can be deleted. */
export function DataFolderPart() {
  const { t } = useTranslation();
  const { place, error, choose, move, removeOld } = useDataFolder();
  // Undefined before the first choice; null after a cancelled one.
  const [chosen, setChosen] = useState<string | null>();
  const shell = useShellInfo()?.shell;
  if (place === null && error === null) return null;
  const words = { title: t('settings.care.folder'), hint: t('settings.care.folderHint'), error };
  if (place === null) return <CarePart {...words}>{null}</CarePart>;
  const note = place.fixed
    ? t('settings.decided')
    : shell === 'browser'
      ? t('settings.care.moveElsewhere')
      : null;
  return (
    <CarePart {...words}>
      <li>
        <div className="settings-thing">
          <b className="settings-path">{place.folder}</b>
          {note !== null && <span className="quiet">{note}</span>}
        </div>
        {note === null && typeof chosen !== 'string' && (
          <Button
            ref={chosen === null ? focusBack : null}
            icon={FolderOutput}
            onClick={() => void choose(setChosen)}
          >
            {t('settings.care.move')}
          </Button>
        )}
        {typeof chosen === 'string' && (
          <Question
            folder={chosen}
            onLeave={() => setChosen(null)}
            onSure={() => move(chosen).finally(() => setChosen(null))}
          />
        )}
      </li>
      {place.old !== null && <OldCopy {...place.old} onRemove={removeOld} />}
    </CarePart>
  );
}

interface OldCopyProps {
  readonly folder: string;
  readonly bytes: number;
  readonly onRemove: (folder: string) => Promise<void>;
}

/** Shows the newest old copy; after its deletion the next older one appears. */
function OldCopy({ folder, bytes, onRemove }: OldCopyProps) {
  const { t } = useTranslation();
  return (
    <Line
      key={folder}
      name={t('settings.care.oldCopy')}
      about={`${folder} · ${formatBytes(bytes)}`}
      action={t('settings.care.remove')}
      label={t('settings.care.removeOld')}
      question={t('settings.care.removeOldQuestion', { folder })}
      onSure={() => onRemove(folder)}
    />
  );
}

function useDataFolder() {
  const { t } = useTranslation();
  const [place, setPlace] = useState<DataFolder | null>(null);
  const [unread, setUnread] = useState<AppError | null>(null);
  const { error, fail, clear } = useFailure();
  useEffect(() => {
    dataFolder().then(setPlace, (thrown: unknown) => setUnread(asAppError(thrown)));
  }, []);
  const attempt = async <T,>(work: Promise<T>, done: (outcome: T) => void) => {
    clear();
    setUnread(null);
    await work.then(done, fail);
  };
  const act = (work: Promise<DataFolder>, said: (place: DataFolder) => string) =>
    attempt(work, (next) => {
      setPlace(next);
      toast(said(next));
    });
  return {
    place,
    error: error ?? unread,
    choose: (take: (folder: string | null) => void) => attempt(pickFolder(), take),
    move: (to: string) => act(moveData(to), ({ folder }) => t('settings.care.moved', { folder })),
    removeOld: (folder: string) => act(removeOldData(folder), () => t('settings.care.oldRemoved')),
  };
}

interface QuestionProps {
  readonly folder: string;
  readonly onSure: () => Promise<void>;
  readonly onLeave: () => void;
}

function Question({ folder, onSure, onLeave }: QuestionProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const sure = () => {
    setBusy(true);
    void onSure().finally(() => setBusy(false));
  };
  return (
    <div className="settings-question" role="alert">
      <p>{t('settings.care.moveQuestion', { folder })}</p>
      <Button tone="go" busy={busy} onClick={sure}>
        {t('settings.care.moveGo')}
      </Button>
      <Button ref={focus} tone="quiet" disabled={busy} onClick={onLeave}>
        {t('common.actions.cancel')}
      </Button>
    </div>
  );
}
