import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Plan } from '#contract/plans/plan.ts';
import { call } from '../../state/core.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';
import { save } from '../save.ts';

/** Saves the rows with errors and why, in the sheet's own format: mended there, it imports again. */
export function SaveRejects({ plan: { plan, label } }: { readonly plan: Plan }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const file = label.params['file'] ?? '';
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      const written = await save(rejectsName(file), (to) => call('plans.rejects', { plan, to }));
      if (written !== null)
        toast(t('sheets.import.rejectsSaved', { count: written.rows, file: written.file }));
    } catch (thrown) {
      setError(asAppError(thrown));
    }
    setBusy(false);
  };
  return (
    <>
      <Button icon={FileDown} busy={busy} onClick={() => void run()}>
        {t('sheets.import.saveRejects')}
      </Button>
      {error !== null && <ErrorLine error={error} />}
    </>
  );
}

function rejectsName(file: string): string {
  return file.replace(/(\.[^.]*)?$/, '-rejects$1');
}
