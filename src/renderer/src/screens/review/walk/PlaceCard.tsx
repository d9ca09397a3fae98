import { Check, ChevronDown, ChevronUp, Flag, Pencil, SkipForward, Undo2 } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mark, ReviewItem } from '#contract/review.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { CoverTile } from '../../../files/thumbs/CoverTile.tsx';
import { formatTime } from '../../../i18n/format.ts';
import { textOf } from '../../../i18n/i18n.ts';
import { isComposing } from '../../../ui/keys/composing.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { kindIcons } from '../../../ui/kindIcons.ts';
import { calledOf } from '../../../ui/readable.ts';
import { Badge } from '../../../ui/StateBadge.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { PlaceProblems } from './PlaceProblems.tsx';
import type { ReviewPlace, Walk } from './useWalk.ts';
import type { ReviewController } from './walking.ts';

interface PlaceCardProps {
  readonly walk: Walk;
  readonly total: number;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly onFlag: () => void;
  readonly onWriting: (writing: boolean) => void;
}

/** The width of the picture in CSS pixels. */
const COVER = 112;
const LOOKS = {
  approved: { icon: Check, tone: 'good' },
  flagged: { icon: Flag, tone: 'ask' },
  skipped: { icon: SkipForward, tone: 'hold' },
} as const;

/**
 * Shows the current record: changes since the last review, values and problems.
 *
 * The card is not mounted again for the next record, so that a comment being typed keeps its box.
 */
export function PlaceCard({ walk, total, box, onFlag, onWriting }: PlaceCardProps) {
  const { t } = useTranslation();
  const { index, item, place, comment, walking } = walk;
  return (
    <article className="place" aria-label={item === null ? undefined : calledOf(t, item.title)}>
      <div className="place-position">
        <span className="num">{t('outbox.needs.position', { at: index + 1, total })}</span>
        <IconButton
          icon={ChevronUp}
          label={t('review.keys.before')}
          shortcut="reviewBefore"
          onClick={() => walking.ask({ do: 'step', by: -1 })}
        />
        <IconButton
          icon={ChevronDown}
          label={t('review.keys.next')}
          shortcut="reviewNext"
          onClick={() => walking.ask({ do: 'step', by: 1 })}
        />
      </div>
      {item !== null && <Head item={item} />}
      <Decide item={item} walking={walking} onFlag={onFlag} />
      <textarea
        ref={box}
        className="place-comment"
        rows={2}
        maxLength={4000}
        aria-label={t('review.comment')}
        placeholder={t('review.commentHint')}
        value={comment}
        onChange={(event) => walking.type(event.target.value)}
        onFocus={() => onWriting(true)}
        onBlur={() => {
          onWriting(false);
          walking.keep();
        }}
        onKeyDown={(event) => onCommentKey(event, walking)}
      />
      {place !== null && <Body place={place} />}
    </article>
  );
}

function Head({ item }: { readonly item: ReviewItem }) {
  const { t } = useTranslation();
  const { kind, id, title, key, mark } = item;
  return (
    <header className="place-head">
      <div className="place-cover" aria-hidden>
        <CoverTile key={id} kind={kind} id={id} width={COVER} icon={kindIcons[kind]} />
      </div>
      <div>
        <h2>{calledOf(t, title)}</h2>
        <p className="quiet">
          {textOf(resourceOf(kind).singular)}
          {key !== null && <code className="mono"> {key}</code>}
        </p>
      </div>
      {mark !== null && <Badge {...LOOKS[mark]}>{t(`review.marks.${mark}`)}</Badge>}
    </header>
  );
}

function Body({ place }: { readonly place: ReviewPlace }) {
  const { t } = useTranslation();
  return (
    <>
      <LastReview place={place} />
      {place.gone ? (
        <p className="place-gone">{t('review.gone')}</p>
      ) : (
        <PlaceFields place={place} />
      )}
      {place.problems > 0 && <PlaceProblems key={place.id} kind={place.kind} id={place.id} />}
    </>
  );
}

/** Flags the record on Enter; Ctrl+Enter belongs to the window, Shift+Enter inserts a line. */
export function onCommentKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  walking: Pick<ReviewController, 'ask'>,
): void {
  if (isComposing(event)) return;
  if (event.key === 'Escape') event.currentTarget.blur();
  if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (event.repeat) return;
  walking.ask({ do: 'mark', mark: 'flagged' });
  // Leaves the box, so that the next keys move in the review again.
  event.currentTarget.blur();
}

interface DecideProps {
  readonly item: ReviewItem | null;
  readonly walking: ReviewController;
  readonly onFlag: () => void;
}

function Decide({ item, walking, onFlag }: DecideProps) {
  const { t } = useTranslation();
  const mark = (mark: Mark | null) => () => walking.ask({ do: 'mark', mark });
  return (
    <div className="place-decide">
      <Button tone="go" icon={Check} onClick={mark('approved')}>
        {t('review.approve')} <Kbd shortcut="approve" />
      </Button>
      <Button icon={Flag} onClick={onFlag}>
        {t('review.flag')} <Kbd shortcut="flag" />
      </Button>
      <Button icon={SkipForward} onClick={mark('skipped')}>
        {t('review.skip')} <Kbd shortcut="skip" />
      </Button>
      <Button
        icon={Pencil}
        disabled={item?.gone === true}
        onClick={() => walking.ask({ do: 'edit' })}
      >
        {t('review.edit')} <Kbd shortcut="reviewEdit" />
      </Button>
      {item !== null && item.mark !== null && (
        <Button icon={Undo2} tone="quiet" onClick={mark(null)}>
          {t('common.actions.undo')} <Kbd shortcut="takeBack" />
        </Button>
      )}
    </div>
  );
}

function LastReview({ place }: { readonly place: ReviewPlace }) {
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
