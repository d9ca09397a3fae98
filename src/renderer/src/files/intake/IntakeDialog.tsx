import { Modal } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { textOf } from '../../i18n/i18n.ts';
import { useScreenDialog } from '../../ui/useScreenDialog.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { listMarks } from '../drop/place.ts';
import { linesOf, totalsOf } from '../model/intake.ts';
import type { Intake, Line } from '../model/intake.ts';
import { cancelIntake } from '../state/intake.ts';
import { openIntake, useIntake } from '../state/intakeStore.ts';
import { Asking } from './Asking.tsx';
import { IntakeFoot } from './IntakeFoot.tsx';
import { IntakeList } from './IntakeList.tsx';
import { IntakeTabs, isIn } from './IntakeTabs.tsx';
import type { Part } from './IntakeTabs.tsx';
import { LeftOver } from './LeftOver.tsx';
import './intake.css';

/**
 * The dialog that lists given files, each with its record.
 *
 * Nothing is queued before the user confirms.
 */
export function IntakeDialog({ id }: { readonly id: string }) {
  const intake = useIntake(({ intakes }) => intakes.find((each) => each.id === id));
  if (intake === undefined) return null;
  return <Opened intake={intake} />;
}

function Opened({ intake }: { readonly intake: Intake }) {
  const { t } = useTranslation();
  const isUppermost = useScreenDialog();
  const { id, kind, files, phase } = intake;
  // Escape cancels an empty intake; any other moves to the tray.
  const leave = () => (files.length === 0 ? cancelIntake(id) : openIntake(null));
  const what = kind === null ? t('files.dialog.all') : textOf(resourceOf(kind).label);
  const title = t('files.dialog.title', { count: files.length, subject: what });
  return (
    <Modal
      opened
      onClose={leave}
      closeOnEscape={isUppermost}
      title={title}
      size={940}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('files.dialog.later') }}
    >
      <div className="intake" {...listMarks(kind)} aria-busy={phase === 'reading'}>
        {intake.error !== null && <ErrorNotice error={intake.error} />}
        {files.length > 0 ? <Content intake={intake} /> : <LeftOver {...intake} />}
      </div>
    </Modal>
  );
}

function Content({ intake }: { readonly intake: Intake }) {
  const { t } = useTranslation();
  const lines = useMemo(() => linesOf(intake), [intake]);
  const totals = useMemo(() => totalsOf(lines), [lines]);
  const [part, setPart] = useState<Part>('all');
  const [shown, setShown] = useState<ReadonlySet<string> | null>(null);
  const choose = (next: Part) => {
    setPart(next);
    // A decided line stays in the filtered list until the filter changes, so that lines do not move
    // under the pointer.
    setShown(next === 'all' ? null : new Set(lines.filter((each) => isIn(next, each)).map(idOf)));
  };
  const visible = shown === null ? lines : lines.filter((each) => shown.has(idOf(each)));
  return (
    <>
      <IntakeTabs totals={totals} lines={lines.length} part={part} onPart={choose} />
      <Asking intake={intake} lines={lines} totals={totals} />
      {intake.phase === 'reading' && (
        <output className="unseen">{t('files.dialog.reading')}</output>
      )}
      <IntakeList intake={intake} lines={visible} />
      <LeftOver {...intake} />
      <IntakeFoot intake={intake} totals={totals} />
    </>
  );
}

function idOf({ file }: Line): string {
  return file.id;
}
