import { Check, ChevronDown, ChevronUp, Flag, Pencil, SkipForward, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { CoverTile } from '../../../files/thumbs/CoverTile.tsx';
import { formatTime } from '../../../i18n/format.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { useHotkeys } from '../../../keys/useHotkeys.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { kindIcons } from '../../../ui/kindIcons.ts';
import { Badge } from '../../../ui/StateBadge.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { PlaceProblems } from './PlaceProblems.tsx';
import type { Place, Walk } from './useWalk.ts';

interface PlaceCardProps {
  readonly place: Place;
  readonly walk: Walk;
  readonly total: number;
}

/** The width of the picture, in points. */
const COVER = 112;
const TONES = { approved: 'good', flagged: 'ask', skipped: 'hold' } as const;

/** The record to decide about: what changed since it was last reviewed, its values, its problems. */
export function PlaceCard({ place, walk, total }: PlaceCardProps) {
  const { t } = useTranslation();
  const [comment, setComment] = useState(place.comment);
  const box = useRef<HTMLTextAreaElement>(null);
  usePlaceKeys(place, walk, comment, box);
  const Icon = kindIcons[place.kind];
  return (
    <article className="place" aria-label={place.title}>
      <div className="place-position">
        <span className="num">{t('review.at', { at: place.index + 1, total })}</span>
        <IconButton
          icon={ChevronUp}
          label={t('review.keys.before')}
          shortcut="reviewBefore"
          onClick={() => walk.step(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label={t('review.keys.next')}
          shortcut="reviewNext"
          onClick={() => walk.step(1)}
        />
      </div>
      <header className="place-head">
        <div className="place-cover" aria-hidden>
          <CoverTile kind={place.kind} id={place.id} width={COVER} icon={Icon} />
        </div>
        <div>
          <h2>{place.title}</h2>
          <p className="quiet">
            {textOf(resourceOf(place.kind).singular)}
            {place.key !== null && <code className="mono"> {place.key}</code>}
          </p>
        </div>
        {place.mark !== null && (
          <Badge icon={place.mark === 'approved' ? Check : Flag} tone={TONES[place.mark]}>
            {t(`review.marks.${place.mark}`)}
          </Badge>
        )}
      </header>
      <Decide place={place} walk={walk} comment={comment} onFlag={() => box.current?.focus()} />
      <textarea
        ref={box}
        className="place-comment"
        rows={2}
        maxLength={4000}
        aria-label={t('review.comment')}
        placeholder={t('review.commentHint')}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        onBlur={() => {
          if (comment !== place.comment) walk.comment(comment);
        }}
        onKeyDown={(event) => onCommentKey(event, () => void walk.mark('flagged', comment))}
      />
      <LastReview place={place} />
      {place.gone ? (
        <p className="place-gone">{t('review.gone')}</p>
      ) : (
        <PlaceFields place={place} />
      )}
      {place.problems > 0 && <PlaceProblems kind={place.kind} id={place.id} />}
    </article>
  );
}

function onCommentKey(event: KeyboardEvent<HTMLTextAreaElement>, flag: () => void): void {
  if (event.key === 'Escape') event.currentTarget.blur();
  if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.nativeEvent.isComposing)
    return;
  event.preventDefault();
  flag();
}

interface DecideProps {
  readonly place: Place;
  readonly walk: Walk;
  readonly comment: string;
  readonly onFlag: () => void;
}

function Decide({ place, walk, comment, onFlag }: DecideProps) {
  const { t } = useTranslation();
  return (
    <div className="place-decide">
      <Button tone="go" icon={Check} onClick={() => void walk.mark('approved', comment)}>
        {t('review.approve')} <Kbd shortcut="approve" />
      </Button>
      <Button icon={Flag} onClick={onFlag}>
        {t('review.flag')} <Kbd shortcut="flag" />
      </Button>
      <Button icon={SkipForward} onClick={() => void walk.mark('skipped', comment)}>
        {t('review.skip')} <Kbd shortcut="skip" />
      </Button>
      <Button icon={Pencil} disabled={place.gone} onClick={walk.edit}>
        {t('review.edit')} <Kbd shortcut="reviewEdit" />
      </Button>
      {place.mark !== null && (
        <Button icon={Undo2} tone="quiet" onClick={() => void walk.mark(null, comment)}>
          {t('review.takeBack')} <Kbd shortcut="takeBack" />
        </Button>
      )}
    </div>
  );
}

function usePlaceKeys(
  place: Place,
  walk: Walk,
  comment: string,
  box: { readonly current: HTMLTextAreaElement | null },
): void {
  const { t } = useTranslation();
  const free = (work: () => void) => () => {
    if (document.querySelector('[role="dialog"]') !== null) return false;
    work();
    return true;
  };
  useHotkeys({
    reviewNext: free(() => walk.step(1)),
    reviewBefore: free(() => walk.step(-1)),
    approve: free(() => void walk.mark('approved', comment)),
    flag: free(() => box.current?.focus()),
    skip: free(() => void walk.mark('skipped', comment)),
    takeBack: free(() => void walk.mark(null, comment)),
    reviewEdit: free(walk.edit),
    copyCode: () => {
      // Who marked a text wants that text.
      if (window.getSelection()?.isCollapsed === false) return false;
      const code = place.key ?? place.title;
      void navigator.clipboard.writeText(code);
      toast(t('review.copied', { code }));
      return true;
    },
  });
}

function LastReview({ place }: { readonly place: Place }) {
  const { t } = useTranslation();
  const { last, changes } = place;
  if (last === null) return <p className="place-last quiet">{t('review.never')}</p>;
  const mark = t(`review.marks.${last.mark}`);
  return (
    <p className="place-last">
      {t('review.last', { time: formatTime(last.at), mark })}
      {last.comment !== '' && <q> {last.comment}</q>}
      {' · '}
      <b>
        {changes.length === 0 ? t('review.same') : t('review.changed', { count: changes.length })}
      </b>
    </p>
  );
}
