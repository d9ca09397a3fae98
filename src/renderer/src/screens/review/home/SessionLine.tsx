import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { ReviewSession } from '#contract/review.ts';
import { formatTime } from '../../../i18n/format.ts';
import { isComposing } from '../../../ui/keys/composing.ts';
import { isFocusLost } from '../../../ui/keys/focusBack.ts';
import { call } from '../../../state/core.ts';
import { confirm } from '../../../state/dialogs.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ExportMarks } from '../ExportMarks.tsx';
import { openReview } from '../reviewView.ts';
import { Progress } from './Progress.tsx';
import { useTypedName } from './useTypedName.ts';

interface SessionLineProps {
  readonly session: ReviewSession;
  /** Called with the error of a failed action; null when the next action begins. */
  readonly onFailed: (error: AppError | null) => void;
}

/** Shows one review with its progress and actions. */
export function SessionLine({ session, onFailed }: SessionLineProps) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const rename = useFocusAfter(naming);
  const { approved, flagged, skipped, total } = session;
  const done = approved + flagged + skipped;
  const go = t(done < total ? 'review.home.continue' : 'review.home.open');
  const fail = (thrown: unknown) => onFailed(asAppError(thrown));
  const remove = async () => {
    const yes = await confirm({
      title: t('review.home.removeTitle'),
      text: t('review.home.removeText', { name: session.name }),
      action: t('review.home.remove'),
    });
    if (!yes) return;
    onFailed(null);
    await call('review.remove', { session: session.session });
    toast(t('review.home.removed'));
  };
  return (
    <li className="review-session">
      <div className="review-session-name">
        {naming ? (
          <NameBox
            session={session}
            onFailed={fail}
            onDone={() => {
              setNaming(false);
              onFailed(null);
            }}
          />
        ) : (
          <strong className="cut">{session.name}</strong>
        )}
        <span className="quiet">
          {t(`review.from.${session.source.from}`)} ·{' '}
          {t('review.home.records', { count: session.total })} · {formatTime(session.updatedAt)}
        </span>
      </div>
      <Progress session={session} />
      <Button
        tone={done < total ? 'go' : 'plain'}
        aria-label={`${go}: ${session.name}`}
        onClick={() => openReview(session.session)}
      >
        {go}
      </Button>
      <ExportMarks session={session} short />
      <IconButton
        ref={rename}
        icon={Pencil}
        label={`${t('review.home.rename')}: ${session.name}`}
        onClick={() => setNaming(true)}
      />
      <IconButton
        icon={Trash2}
        label={`${t('review.home.remove')}: ${session.name}`}
        onClick={() => void remove().catch(fail)}
      />
    </li>
  );
}

/** Returns a ref for the button that takes the focus back when its box closes. */
function useFocusAfter(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current && !open && isFocusLost()) button.current?.focus();
    was.current = open;
  }, [open]);
  return button;
}

interface NameBoxProps {
  readonly session: ReviewSession;
  readonly onFailed: (thrown: unknown) => void;
  readonly onDone: () => void;
}

// Defined outside the component, so that React calls it only once, when the box appears.
function focus(box: HTMLInputElement | null): void {
  box?.focus();
}

function NameBox({ session, onFailed, onDone }: NameBoxProps) {
  const { t } = useTranslation();
  const { typed, type, save, giveUp } = useTypedName(session.name, (name) =>
    call('review.rename', { session: session.session, name }),
  );
  return (
    <input
      ref={focus}
      className="review-input"
      aria-label={t('review.home.name')}
      value={typed}
      maxLength={120}
      onChange={(event) => type(event.target.value)}
      onBlur={() => void save().then(onDone, onFailed)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape') return;
        giveUp();
        onDone();
      }}
    />
  );
}
