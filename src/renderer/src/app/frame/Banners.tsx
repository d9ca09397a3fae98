import { CircleArrowUp, PlugZap, TriangleAlert, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '#contract/errors.ts';
import type { PullNote } from '#contract/notes.ts';
import { restartCore } from '../../state/shell.ts';
import { forgetUndoError, undoStore } from '../../fields/undo/undo.ts';
import { useCore } from '../../state/core.ts';
import { runStore, start } from '../../state/runs.ts';
import { shellStore } from '../../state/shellNotices.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ErrorNotice.tsx';
import { useAct, useAction } from '../../ui/useAct.ts';
import { NewsStrip } from '../help/NewsStrip.tsx';
import { OfferStrip } from './OfferStrip.tsx';
import { Strip } from './Strip.tsx';
import { noticeText, otherRows, pullNoteText } from './noteWords.ts';
import './banners.css';

/**
 * Notices shown on every screen.
 *
 * Each stays until it is over or dismissed.
 */
export function Banners() {
  return (
    <>
      <LinkStrip />
      <NoticeStrip />
      <OfferStrip />
      <ReadingStrip />
      <SecretsStrip />
      <UpdateStrip />
      <NewsStrip />
      <RunStrip />
      <UndoStrip />
    </>
  );
}

function UndoStrip() {
  const { t } = useTranslation();
  const error = undoStore((state) => state.error);
  if (error === null) return null;
  return (
    <Strip icon={TriangleAlert} tone="bad" text={<ErrorLine error={error} />}>
      <Button onClick={forgetUndoError}>{t('common.actions.dismiss')}</Button>
    </Strip>
  );
}

function LinkStrip() {
  const { t } = useTranslation();
  const { link, problem } = useCore((core) => core);
  if (link === 'stopped') return <StoppedStrip />;
  if (link !== 'lost' && link !== 'restarting') return null;
  // The usual text would speak of the service's sign-in, but here the shell refuses the page.
  if (problem?.code === 'unauthorized')
    return <Strip icon={PlugZap} tone="bad" text={t('frame.strip.shutOut')} />;
  return (
    <Strip
      icon={PlugZap}
      tone="ask"
      text={problem === null ? t('frame.strip.lost') : <ErrorLine error={problem} />}
    />
  );
}

function StoppedStrip() {
  const { t } = useTranslation();
  const { busy, error, run } = useAct();
  const restart = () => run(restartCore);
  const text = (
    <>
      {t('frame.strip.gone')} {error !== null && <ErrorLine error={error} />}
    </>
  );
  return (
    <Strip icon={PlugZap} tone="bad" text={text}>
      <Button busy={busy} onClick={() => void restart()}>
        {t('common.actions.retry')}
      </Button>
    </Strip>
  );
}

function NoticeStrip() {
  const { t } = useTranslation();
  const all = useStatus((state) => state.status?.notices);
  const { run, busy, error } = useAction('notices.dismiss');
  const notices = (all ?? []).filter(({ code }) => code !== 'offer-auto-send');
  if (notices.length === 0) return null;
  return (
    <Strip
      icon={TriangleAlert}
      tone="ask"
      text={
        <>
          <Lines
            of={notices.map((notice) => ({
              text: noticeText(t, notice),
              error: null,
              others: otherRows(t, notice),
            }))}
          />
          {error !== null && <ErrorLine error={error} />}
        </>
      }
    >
      <Button busy={busy} onClick={() => void run({ seen: notices })}>
        {t('common.actions.dismiss')}
      </Button>
    </Strip>
  );
}

// The notes of the last pull, such as a list that shifted or records with an unexpected shape.
function ReadingStrip() {
  const { t } = useTranslation();
  const notes = runStore((state) => state.lastPull?.notes);
  if (notes === undefined || notes.length === 0) return null;
  return (
    <Strip
      icon={TriangleAlert}
      tone="ask"
      text={
        <Lines
          of={notes.map((note) => ({
            text: pullNoteText(t, note),
            error: faultOf(note),
            others: [],
          }))}
        />
      }
    >
      <Button onClick={() => runStore.setState({ lastPull: null })}>
        {t('common.actions.dismiss')}
      </Button>
    </Strip>
  );
}

function faultOf(note: PullNote): ErrorData | null {
  return note.code === 'broken' ? note.error : null;
}

/** A sentence, its error, and the rows that it does not name. */
interface Line {
  readonly text: string;
  readonly error: ErrorData | null;
  readonly others: readonly string[];
}

interface LinesProps {
  readonly of: readonly Line[];
}

function Lines({ of }: LinesProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('frame.strip.notices')}>
      {of.map(({ text, error, others }) => (
        <li key={text}>
          {text} {error !== null && <ErrorLine error={error} />}
          {others.length > 0 && <Others rows={others} />}
        </li>
      ))}
    </ul>
  );
}

function Others({ rows }: { readonly rows: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <details>
      <summary>{t('frame.strip.otherRows')}</summary>
      <p>{rows.join('\n')}</p>
    </details>
  );
}

function SecretsStrip() {
  const { t } = useTranslation();
  const shown = shellStore((state) => state.secretsNotKept);
  if (!shown) return null;
  return (
    <Strip icon={TriangleAlert} tone="ask" text={t('frame.strip.secretsNotKept')}>
      <Button onClick={() => shellStore.setState({ secretsNotKept: false })}>
        {t('common.actions.dismiss')}
      </Button>
    </Strip>
  );
}

function UpdateStrip() {
  const { t } = useTranslation();
  const version = shellStore((state) => state.updateReady);
  if (version === null) return null;
  return (
    <Strip icon={CircleArrowUp} tone="ask" text={t('frame.strip.updateReady', { version })}>
      <Button onClick={() => shellStore.setState({ updateReady: null })}>
        {t('common.actions.dismiss')}
      </Button>
    </Strip>
  );
}

function RunStrip() {
  const { t } = useTranslation();
  const { error, last } = runStore((state) => state);
  const up = useCore((core) => core.link === 'up');
  if (error === null || !up) return null;
  return (
    <Strip
      icon={error.code === 'offline' ? WifiOff : TriangleAlert}
      tone="ask"
      text={<ErrorLine error={error} />}
    >
      {last !== null && (
        <Button onClick={() => void start(last)}>{t('common.actions.retry')}</Button>
      )}
      <Button tone="quiet" onClick={() => runStore.setState({ error: null })}>
        {t('common.actions.dismiss')}
      </Button>
    </Strip>
  );
}
