import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewSession } from '#contract/review.ts';
import { formatTime } from '../../../i18n/format.ts';
import { call } from '../../../state/core.ts';
import { confirm } from '../../../state/dialogs.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { tellError } from '../../../ui/tellError.ts';
import { ExportMarks } from '../ExportMarks.tsx';
import { openReview } from '../reviewView.ts';
import { Progress } from './Progress.tsx';

/** One review: what it walks, how far it is, and what can be done with it. */
export function SessionLine({ session }: { readonly session: ReviewSession }) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const { approved, flagged, skipped, total } = session;
  const done = approved + flagged + skipped;
  const remove = async () => {
    const yes = await confirm({
      title: t('review.home.removeTitle'),
      text: t('review.home.removeText', { name: session.name }),
      action: t('review.home.remove'),
    });
    if (!yes) return;
    await call('review.remove', { session: session.session });
    toast(t('review.home.removed'));
  };
  return (
    <li className="review-session">
      <div className="review-session-name">
        {naming ? (
          <NameBox session={session} onDone={() => setNaming(false)} />
        ) : (
          <strong className="cut">{session.name}</strong>
        )}
        <span className="quiet">
          {t(`review.from.${session.source.from}`)} ·{' '}
          {t('review.home.records', { count: session.total })} · {formatTime(session.updatedAt)}
        </span>
      </div>
      <Progress session={session} />
      <Button tone={done < total ? 'go' : 'plain'} onClick={() => openReview(session.session)}>
        {t(done < total ? 'review.home.continue' : 'review.home.open')}
      </Button>
      <ExportMarks session={session} short />
      <IconButton icon={Pencil} label={t('review.home.rename')} onClick={() => setNaming(true)} />
      <IconButton
        icon={Trash2}
        label={t('review.home.remove')}
        onClick={() => void remove().catch(tellError)}
      />
    </li>
  );
}

interface NameBoxProps {
  readonly session: ReviewSession;
  readonly onDone: () => void;
}

function NameBox({ session, onDone }: NameBoxProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(session.name);
  const save = async () => {
    const trimmed = name.trim();
    if (trimmed !== '' && trimmed !== session.name)
      await call('review.rename', { session: session.session, name: trimmed });
    onDone();
  };
  return (
    <input
      ref={(box) => box?.focus()}
      className="review-input"
      aria-label={t('review.home.name')}
      value={name}
      maxLength={120}
      onChange={(event) => setName(event.target.value)}
      onBlur={() => void save().catch(tellError)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') onDone();
      }}
    />
  );
}
