import { File as FileIcon, FileUp, FolderUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Collected } from '../../client/source.ts';
import { pickFiles } from '../../files/drop/pick.ts';
import { allowedFor } from '../../files/model/allowed.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { labelOf } from '../../fields/values/values.ts';
import { useWords } from '../../fields/useWords.ts';
import { LeftFiles } from './LeftFiles.tsx';
import { removeFile } from './removeFile.ts';
import type { Left } from './takeFiles.ts';
import type { DraftState } from './useProductDraft.ts';

interface FilesSectionProps {
  /** The id of the product draft. */
  readonly id: string;
  readonly plan: DraftState;
  readonly left: readonly Left[];
  readonly locked: boolean;
  readonly onFiles: (found: Promise<Collected>) => void;
}

/** Lists all files of the draft with their parts; dropped files are assigned by name. */
export function FilesSection({ id, plan, left, locked, onFiles }: FilesSectionProps) {
  const { t } = useTranslation();
  const words = useWords();
  const files = plan.draft.parts.flatMap((part) => part.files.map((file) => ({ part, file })));
  const titles = new Map(plan.verdict?.parts.map(({ part, title }) => [part, title]));
  return (
    <li className="plan-section">
      <header>
        <FileIcon size={16} aria-hidden />
        <h2>{t('plan.files')}</h2>
        {!locked && (
          <span className="plan-section-tools">
            <Button icon={FileUp} onClick={() => onFiles(pickFiles(allowedFor(null), 'files'))}>
              {t('plan.chooseFiles')}
            </Button>
          </span>
        )}
      </header>
      {!locked && (
        <p className="plan-drop">
          <FolderUp size={15} aria-hidden />
          {t('plan.drop')}
        </p>
      )}
      <ul>
        {files.map(({ part, file }) => (
          <li key={`${part.part} ${file.file}`} className="plan-file">
            <span className="cut">{file.name}</span>
            <span className="quiet cut">
              {titles.get(part.part) || t('plan.untitled')} ·{' '}
              {labelOf(part.kind, file.field, words)}
            </span>
            {!locked && (
              <IconButton
                icon={X}
                label={t('plan.remove', { name: file.name })}
                onClick={() => removeFile(plan, part, file)}
              />
            )}
          </li>
        ))}
        <LeftFiles left={left} id={id} plan={locked ? null : plan} />
      </ul>
    </li>
  );
}
