import { ArrowLeft, ArrowRight, Clock, RefreshCw, Star, Trash2, Undo2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileAbilities } from '#contract/files/rules.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Badge } from '../../ui/StateBadge.tsx';
import { Thumb } from '../thumbs/Thumb.tsx';
import { useThumb } from '../thumbs/useSight.ts';
import { SightWords } from './SightWords.tsx';
import { mayMove } from './shownFiles.ts';
import type { LeavingFile, ShownFile } from './shownFiles.ts';
import type { FileActions } from './useFileActions.ts';

interface PictureCardProps {
  readonly file: ShownFile;
  readonly index: number;
  readonly files: readonly ShownFile[];
  readonly isList: boolean;
  readonly abilities: FileAbilities | null;
  readonly actions: FileActions;
  readonly onLook: () => void;
}

const WIDTH = 190;

/** A picture card: the picture, its position and its actions. */
export function PictureCard(props: PictureCardProps) {
  const { file, index, files, isList, onLook } = props;
  const { t } = useTranslation();
  const { sight, url } = useThumb(file.of, WIDTH);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const cards = event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('.picture-look');
    if (step === 0 || cards === undefined) return;
    event.preventDefault();
    cards[index + step]?.focus();
  };
  return (
    <li className="picture" data-queued={file.queued}>
      <button
        type="button"
        className="picture-look"
        aria-label={t('files.tab.look', { name: file.name })}
        onClick={onLook}
        onKeyDown={onKeyDown}
      >
        <Thumb name={file.name} url={url} sight={sight} icon={28} />
        {file.replaces !== null && <Replaced name={file.replaces.name} of={file.replaces.of} />}
      </button>
      <span className="picture-badges">
        {isList && index === 0 && files.length > 1 && (
          <Badge tone="hold" icon={Star}>
            {t('records.files.cover')}
          </Badge>
        )}
        {file.queued && (
          <Badge tone="wait" icon={Clock}>
            {t('files.tab.waits')}
          </Badge>
        )}
      </span>
      <p className="picture-name cut" title={file.name}>
        {file.name}
      </p>
      <p className="picture-facts quiet cut num">
        <SightWords sight={sight} />
      </p>
      <Tools {...props} />
    </li>
  );
}

function Replaced({ name, of }: NonNullable<ShownFile['replaces']>) {
  const { t } = useTranslation();
  const { sight, url } = useThumb(of, 48);
  const label = t('files.tab.replaces', { name });
  return (
    <span className="picture-old" role="img" aria-label={label} title={label}>
      <Thumb name={name} url={url} sight={sight} icon={14} />
    </span>
  );
}

function Tools({ file, index, files, isList, abilities, actions }: PictureCardProps) {
  const { t } = useTranslation();
  if (abilities === null) return null;
  const { name } = file;
  const { busy } = actions;
  const may = (to: number) => isList && mayMove(files, index, to, abilities.order);
  const mayRemove = file.queued || (isList && abilities.remove);
  return (
    <div className="picture-tools">
      {may(index - 1) && (
        <IconButton
          icon={ArrowLeft}
          label={t('files.tab.earlier', { name })}
          disabled={busy}
          onClick={() => actions.move(index, index - 1)}
        />
      )}
      {may(index + 1) && (
        <IconButton
          icon={ArrowRight}
          label={t('files.tab.later', { name })}
          disabled={busy}
          onClick={() => actions.move(index, index + 1)}
        />
      )}
      {index > 0 && may(0) && (
        <IconButton
          icon={Star}
          label={t('files.tab.cover', { name })}
          disabled={busy}
          onClick={() => actions.move(index, 0)}
        />
      )}
      {abilities.replace && (
        <IconButton
          icon={RefreshCw}
          label={t('records.files.replaceNamed', { name })}
          onClick={() => actions.replace(file)}
        />
      )}
      {mayRemove && (
        <IconButton
          icon={file.queued ? Undo2 : Trash2}
          label={t(file.queued ? 'files.tab.takeBack' : 'records.files.remove', { name })}
          disabled={busy}
          onClick={() => actions.remove(file)}
        />
      )}
    </div>
  );
}

/**
 * A picture that will be removed.
 *
 * The service holds it until the removal is confirmed.
 */
export function LeavingCard({ file: { name, of } }: { readonly file: LeavingFile }) {
  const { t } = useTranslation();
  const { sight, url } = useThumb(of, WIDTH);
  return (
    <li className="picture" data-leaving="true">
      <span className="picture-look">
        <Thumb name={name} url={url} sight={sight} icon={28} />
      </span>
      <span className="picture-badges">
        <Badge tone="wait" icon={Trash2}>
          {t('files.tab.leaves')}
        </Badge>
      </span>
      <p className="picture-name cut" title={name}>
        <del>{name}</del>
      </p>
      <p className="picture-facts quiet">{t('files.tab.untilConfirmed')}</p>
    </li>
  );
}
