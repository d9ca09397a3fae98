import { ArrowLeft, ClipboardCheck } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import type { ReviewSession } from '#contract/review.ts';
import { useView } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { CountedChoices } from '../../../ui/CountedChoices.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { BesideRecord } from '../../records/panel/BesideRecord.tsx';
import { ExportMarks } from '../ExportMarks.tsx';
import { Progress } from '../home/Progress.tsx';
import { openReview, reviewView } from '../reviewView.ts';
import { ItemList } from './ItemList.tsx';
import { PlaceCard } from './PlaceCard.tsx';
import { useWalk } from './useWalk.ts';
import { useWalkKeys } from './useWalkKeys.ts';
import './walk.css';

const SHOWN = [null, 'none', 'approved', 'flagged', 'skipped'] as const;

interface ReviewWalkProps {
  readonly session: ReviewSession;
  /** The error of the last read of the review; the earlier data stays. */
  readonly failed: AppError | null;
}

/** Shows a review: the list of records, the current record and its changes. */
export function ReviewWalk({ session, failed }: ReviewWalkProps) {
  const { t } = useTranslation();
  const walk = useWalk(session);
  const { index, items, ready, editing, walking } = walk;
  const error = walk.error ?? failed;
  const box = useRef<HTMLTextAreaElement>(null);
  const [writing, setWriting] = useState(false);
  const flag = () => {
    walking.write();
    box.current?.focus();
  };
  useWalkKeys(walk, flag);
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (region.current !== null) region.current.scrollTop = 0;
  }, [index]);
  return (
    <Screen
      title={t('frame.screens.review')}
      detail={session.name}
      toolbar={<Tools session={session} />}
      panel={editing !== null && <Editing walk={walk} id={editing} />}
      fixed
    >
      <div className="walk">
        <nav className="walk-list" aria-label={t('review.items')}>
          <ItemList walk={walk} writing={writing} />
        </nav>
        {/* A region that scrolls must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="walk-place scroll" tabIndex={0} ref={region}>
          {error !== null && <ErrorNotice error={error} />}
          {items.length === 0 && ready ? (
            <Empty icon={ClipboardCheck} title={t('review.nothing')} />
          ) : (
            <PlaceCard
              walk={walk}
              total={session.total}
              box={box}
              onFlag={flag}
              onWriting={setWriting}
            />
          )}
        </div>
      </div>
    </Screen>
  );
}

interface EditingProps {
  readonly walk: ReturnType<typeof useWalk>;
  readonly id: string;
}

function Editing({ walk, id }: EditingProps) {
  const { place } = walk;
  const shown = useView((view) => place !== null && view.selected[place.kind] === id);
  if (place === null || place.gone || !shown) return null;
  return <BesideRecord kind={place.kind} id={id} />;
}

function Tools({ session }: { readonly session: ReviewSession }) {
  const { t } = useTranslation();
  const shown = reviewView((view) => view.shown);
  const { total, approved, flagged, skipped } = session;
  const counts = { none: total - approved - flagged - skipped, approved, flagged, skipped };
  return (
    <div className="walk-tools">
      <Button icon={ArrowLeft} tone="quiet" onClick={() => openReview(null)}>
        {t('review.back')}
      </Button>
      <CountedChoices
        label={t('review.filter.label')}
        choices={SHOWN.map((value) => ({
          value,
          text: t(`review.filter.${value ?? 'all'}`),
          count: value === null ? total : counts[value],
        }))}
        chosen={shown}
        onChoose={(value) => reviewView.setState({ shown: value })}
      />
      <Progress session={session} />
      <ExportMarks session={session} />
    </div>
  );
}
