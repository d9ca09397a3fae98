import { NotebookPen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { useForm } from '../../../fields/form.ts';

/** Says that a draft from an earlier session was restored. */
export function DraftNotice() {
  const { t } = useTranslation();
  const { draft } = useForm();
  if (!draft.restored || draft.at === null) return null;
  return (
    <div className="restored">
      <NotebookPen size={15} aria-hidden />
      <output>{t('records.restored', { time: formatTime(draft.at) })}</output>
      <Button tone="quiet" onClick={draft.seen}>
        {t('records.restoredSeen')}
      </Button>
      <Button tone="quiet" onClick={draft.discard}>
        {t('files.dialog.cancel')}
      </Button>
    </div>
  );
}
