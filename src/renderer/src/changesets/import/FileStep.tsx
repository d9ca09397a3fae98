import { FileSpreadsheet, FileUp } from 'lucide-react';
import { useState } from 'react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Root } from '../../client/source.ts';
import { pickRoots } from '../../files/drop/pick.ts';
import { rootsOf } from '../../files/drop/useDrops.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useFirstFocus } from '../useFirstFocus.ts';
import type { Import } from './useImport.ts';

/** The step in which a sheet is dropped or chosen. */
export function FileStep({ work }: { readonly work: Import }) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const first = useFirstFocus<HTMLButtonElement>();
  const take = (roots: readonly Root[]) => {
    if (roots.length > 0) work.take(roots);
  };
  const choose = () => void pickRoots([], 'files').then(take);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    // Otherwise the window would match the files with records by name.
    event.stopPropagation();
    setOver(false);
    take(rootsOf(event));
  };
  return (
    // The button in it does the same by key.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="drop"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {work.error !== null && <ErrorNotice error={work.error} />}
      <FileSpreadsheet size={32} strokeWidth={1.4} aria-hidden />
      <h2>{t('sheets.import.drop')}</h2>
      <p className="quiet">{t('sheets.import.formats')}</p>
      <Button tone="go" icon={FileUp} busy={work.busy} onClick={choose} ref={first}>
        {t('records.files.choose')}
      </Button>
      <p className="quiet drop-safe">{t('sheets.import.safe')}</p>
    </div>
  );
}
