import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import { shownField } from '../../../files/tab/shownFiles.ts';
import type { ShownFile } from '../../../files/tab/shownFiles.ts';
import { Thumb } from '../../../files/thumbs/Thumb.tsx';
import { useThumb } from '../../../files/thumbs/useSight.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { filesOf } from '../../../fields/model/files.ts';
import { useForm } from '../../../fields/form.ts';

interface FileStripProps {
  readonly fields: readonly (readonly [string, Field])[];
  readonly onOpen: () => void;
}

/** Shows the files of a record in one row; each opens the tab of files. */
export function FileStrip({ fields, onOpen }: FileStripProps) {
  const { t } = useTranslation();
  const { values, operations } = useForm();
  const items = fields.flatMap(([name, field]) =>
    shownField(filesOf(values, name, operations), operations, name).files.map((file) => ({
      file,
      label: textOf(field.label),
    })),
  );
  return (
    <div className="file-strip">
      {items.map(({ file, label }) => (
        <Tile key={`${label} ${file.key}`} file={file} label={label} onOpen={onOpen} />
      ))}
      {items.length === 0 && (
        <button type="button" className="file-strip-none" onClick={onOpen}>
          {t('records.files.none')}
        </button>
      )}
    </div>
  );
}

interface TileProps {
  readonly file: ShownFile;
  readonly label: string;
  readonly onOpen: () => void;
}

function Tile({ file, label, onOpen }: TileProps) {
  const { sight, url } = useThumb(file.of, 56);
  return (
    <button
      type="button"
      className="file-strip-tile"
      data-staged={file.queued}
      title={`${label}: ${file.name}`}
      aria-label={`${label}: ${file.name}`}
      onClick={onOpen}
    >
      <Thumb name={file.name} url={url} sight={sight} icon={16} />
    </button>
  );
}
