import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';
import { useAct } from '../../ui/useAct.ts';
import { save } from '../save.ts';

/** Saves the rows with errors in the format of the sheet; once corrected, they can be imported. */
export function SaveRejects({ plan: { plan, label } }: { readonly plan: Changeset }) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const file = label.params['file'] ?? '';
  const keep = async () => {
    const written = await save(rejectsName(file), (to) => call('changesets.rejects', { plan, to }));
    if (written !== null)
      toast(t('sheets.import.rejectsSaved', { count: written.rows, file: written.file }));
  };
  return (
    <>
      <Button icon={FileDown} busy={busy} onClick={() => void run(keep)}>
        {t('sheets.import.saveRejects')}
      </Button>
      {error !== null && <ErrorLine error={error} />}
    </>
  );
}

function rejectsName(file: string): string {
  return file.replace(/(\.[^.]*)?$/, '-rejects$1');
}
