import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../i18n/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Thumb } from './thumbs/Thumb.tsx';
import { useThumb } from './thumbs/useSight.ts';

interface FileLineProps {
  readonly file: { readonly file: string; readonly name: string; readonly size: number };
  readonly busy?: boolean;
  readonly onRemove: () => void;
}

/** A staged file of a record, with a button that removes it. */
export function FileLine({ file: { file, name, size }, busy = false, onRemove }: FileLineProps) {
  const { t } = useTranslation();
  const { sight, url } = useThumb({ file }, 52);
  return (
    <div className="file-line">
      <span className="file-tile">
        <Thumb name={name} url={url} sight={sight} icon={18} />
      </span>
      <div className="file-text">
        <p className="cut">{name}</p>
        <p className="quiet num">{formatBytes(size)}</p>
      </div>
      <IconButton
        icon={Trash2}
        label={t('records.files.remove', { name })}
        disabled={busy}
        onClick={onRemove}
      />
    </div>
  );
}
