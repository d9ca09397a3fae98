import { TextInput } from '@mantine/core';
import { FilePlus2, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { chooseFor } from '../drop/takeDrop.ts';
import type { Intake, Totals } from '../model/intake.ts';
import { retryFailed } from '../state/copying.ts';
import { cancelIntake } from '../state/intake.ts';
import { setIntake } from '../state/intakeStore.ts';
import { queueIntake } from '../state/queueing.ts';

interface IntakeFootProps {
  readonly intake: Intake;
  readonly totals: Totals;
}

/** The name of the batch and the button that queues it. */
export function IntakeFoot({ intake: { id, kind, name, phase }, totals }: IntakeFootProps) {
  const { t } = useTranslation();
  const { count, joining } = totals;
  const open = count.ask + count.crowded;
  const copied = count.copying + joining === 0;
  const ready = open === 0 && copied && count.ready > 0 && name.trim() !== '';
  const queueable = count.ready + count.copying;
  return (
    <footer className="intake-foot">
      <TextInput
        className="intake-name"
        label={t('files.dialog.name')}
        maxLength={120}
        value={name}
        onChange={({ currentTarget }) => setIntake(id, { name: currentTarget.value })}
      />
      <Button
        icon={FilePlus2}
        onClick={() => void chooseFor({ type: 'list', kind, row: null }, 'files')}
      >
        {t('files.dialog.more')}
      </Button>
      {count.failed > 0 && (
        <Button icon={RotateCcw} onClick={() => retryFailed(id)}>
          {t('files.dialog.retry', { count: count.failed })}
        </Button>
      )}
      <Button onClick={() => cancelIntake(id)}>{t('files.dialog.cancel')}</Button>
      <Button
        tone="go"
        busy={phase === 'queueing'}
        disabled={!ready}
        onClick={() => void queueIntake(id)}
      >
        {t('files.dialog.queue', { count: queueable })}
      </Button>
    </footer>
  );
}
