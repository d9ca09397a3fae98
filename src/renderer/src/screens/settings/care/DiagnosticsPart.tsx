import { Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiagnosticPart } from '#contract/shell.ts';
import { collectDiagnostics } from '../../../state/shell.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAct } from '../../../ui/useAct.ts';
import { CarePart } from './CarePart.tsx';
import { DiagnosticsDialog } from './DiagnosticsDialog.tsx';

/** Collects diagnostics for support and shows them before they are saved. */
export function DiagnosticsPart() {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const [parts, setParts] = useState<readonly DiagnosticPart[] | null>(null);
  const collect = () => run(async () => setParts(await collectDiagnostics()));
  return (
    <CarePart
      title={t('settings.care.diagnostics')}
      hint={t('settings.care.diagnosticsHint')}
      error={error}
    >
      <li>
        <span className="quiet">{t('settings.care.diagnosticsWhere')}</span>
        <Button icon={Stethoscope} busy={busy} onClick={() => void collect()}>
          {t('settings.care.diagnosticsGo')}
        </Button>
      </li>
      {parts !== null && <DiagnosticsDialog parts={parts} onClose={() => setParts(null)} />}
    </CarePart>
  );
}
