import { useMemo } from 'react';
import { FolderInput, RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isLost, labelOf, linesOf, totalsOf } from '../model/intake.ts';
import type { Intake, Line } from '../model/intake.ts';
import { isModelLeft } from '../state/companions.ts';
import { cancelIntake, decide, retryIntake } from '../state/intake.ts';
import { useIntake } from '../state/intakeStore.ts';
import { LeftOver } from './LeftOver.tsx';
import { LineState } from './LineState.tsx';
import './intake.css';

/** The tray of intakes without an open dialog: their progress and result. */
export function IntakeTray() {
  const { t } = useTranslation();
  const { intakes, open } = useIntake((state) => state);
  const shown = intakes.filter(({ id }) => id !== open);
  if (shown.length === 0) return null;
  return (
    <section className="tray" aria-label={t('files.tray.label')}>
      {shown.map((intake) => (
        <TrayCard key={intake.id} intake={intake} />
      ))}
    </section>
  );
}

const MOST_NAMED = 4;
const NONE: ReadonlySet<string> = new Set();

function TrayCard({ intake }: { readonly intake: Intake }) {
  const { t } = useTranslation();
  const { id, place, phase, files } = intake;
  const lines = useMemo(() => linesOf(intake), [intake]);
  const totals = useMemo(() => totalsOf(lines), [lines]);
  const { count, bytes, copied } = totals;
  const isOver = phase === 'queued';
  const isAlone = isOver && !isModelLeft(lines, NONE);
  const told = lines.filter(
    (line) =>
      line.standing === 'refused' ||
      line.standing === 'failed' ||
      (line.standing === 'companion' && (isAlone || isLost(line))),
  );
  const where = place === null ? t('files.tray.match') : labelOf(place);
  return (
    <article className="tray-card" aria-label={where}>
      <header>
        <FolderInput size={15} aria-hidden />
        <strong className="cut">{t('files.tray.title', { count: files.length, where })}</strong>
        <IconButton
          icon={X}
          label={isOver ? t('common.actions.dismiss') : t('files.tray.cancel')}
          onClick={() => cancelIntake(id)}
        />
      </header>
      {!isOver && (
        <>
          <progress aria-label={t('files.copyingAll')} max={Math.max(bytes, 1)} value={copied} />
          <p className="quiet num">
            {t('files.copying', { copied: formatBytes(copied), bytes: formatBytes(bytes) })}
          </p>
        </>
      )}
      {/* The live region exists before its text, because screen readers skip a region that appears with its text. */}
      <div className="tray-news" aria-live="polite">
        {told.slice(0, MOST_NAMED).map((line) => (
          <Told key={line.file.id} line={line} isAlone={isAlone} />
        ))}
        {told.length > MOST_NAMED && (
          <p className="quiet">{t('files.tray.more', { count: told.length - MOST_NAMED })}</p>
        )}
      </div>
      <LeftOver {...intake} />
      <footer>
        {count.failed > 0 && (
          <Button icon={RotateCcw} onClick={() => retryIntake(id)}>
            {t('files.dialog.retry', { count: count.failed })}
          </Button>
        )}
        {phase === 'open' && (
          <Button tone="go" onClick={() => decide(id)}>
            {t('files.tray.decide')}
          </Button>
        )}
      </footer>
    </article>
  );
}

function Told({ line, isAlone }: { readonly line: Line; readonly isAlone: boolean }) {
  const { t } = useTranslation();
  const isPart = isAlone && line.standing === 'companion' && !isLost(line);
  return (
    <div className="tray-told">
      <p className="cut" title={line.file.name}>
        {line.file.name}
      </p>
      {isPart ? (
        <span className="intake-state">{t('files.states.alone')}</span>
      ) : (
        <LineState line={line} />
      )}
    </div>
  );
}
