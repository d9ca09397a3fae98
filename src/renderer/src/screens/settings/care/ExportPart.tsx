import { FileArchive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../../state/status.ts';
import { Button } from '../../../ui/Button.tsx';
import { openIn } from '../../outbox/model/totals.ts';
import { useExportOutbox } from '../../outbox/useExportOutbox.ts';
import { CarePart } from './CarePart.tsx';

/** Exports the pending changes; they also stay in the outbox. */
export function ExportPart() {
  const { t } = useTranslation();
  const { busy, error, missing, run } = useExportOutbox();
  const waiting = useStatus(({ status }) => openIn(status?.queue ?? {}));
  return (
    <CarePart title={t('settings.care.export')} hint={t('settings.care.exportHint')} error={error}>
      <li>
        <span className="quiet num">{t('signIn.waiting', { count: waiting })}</span>
        <Button icon={FileArchive} busy={busy} disabled={waiting === 0} onClick={() => void run()}>
          {t('settings.care.exportGo')}
        </Button>
        {missing.length > 0 && (
          <p className="settings-question" role="alert">
            {t('settings.care.exportMissing', { files: missing.join(', ') })}
          </p>
        )}
      </li>
    </CarePart>
  );
}
