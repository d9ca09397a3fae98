import { Save } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DiagnosticPart } from '#contract/shell.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { TaskDialog } from '../../../changesets/TaskDialog.tsx';
import { saveDiagnostics } from '../../../state/shell.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorLine } from '../../../ui/ErrorNotice.tsx';
import { useAct } from '../../../ui/useAct.ts';

interface DiagnosticsDialogProps {
  readonly parts: readonly DiagnosticPart[];
  readonly onClose: () => void;
}

/** Shows all parts of the diagnostics exactly as they would be saved. */
export function DiagnosticsDialog({ parts, onClose }: DiagnosticsDialogProps) {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const save = () =>
    run(async () => {
      const file = await saveDiagnostics();
      if (file === null) return;
      toast(t('settings.care.diagnosticsSaved', { file }));
      onClose();
    });
  return (
    <TaskDialog title={t('settings.care.diagnostics')} size="large" onClose={onClose}>
      <div className="diagnostics">
        <p>{t('settings.care.diagnosticsIntro')}</p>
        {parts.map(({ name, text }, index) => (
          <details key={name} open={index === 0}>
            <summary>
              <b>{name}</b>
              <span className="quiet num">
                {formatBytes(new TextEncoder().encode(text).length)}
              </span>
            </summary>
            <pre>{text}</pre>
          </details>
        ))}
      </div>
      <div className="task-foot">
        {error === null ? (
          <span className="quiet">{t('settings.care.diagnosticsFoot')}</span>
        ) : (
          <ErrorLine error={error} role="alert" />
        )}
        <span className="task-space" />
        <Button onClick={onClose}>{t('common.actions.cancel')}</Button>
        <Button tone="go" icon={Save} busy={busy} onClick={() => void save()}>
          {t('common.actions.save')}
        </Button>
      </div>
    </TaskDialog>
  );
}
