import { CheckCircle2, Circle, CircleSlash, Flag } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mark, ReviewItem } from '#contract/review.ts';
import { More } from '../../../ui/More.tsx';
import { calledOf } from '../../../ui/readable.ts';
import { VirtualLines } from '../../outbox/list/VirtualLines.tsx';
import type { Walk } from './useWalk.ts';

const LOOKS: Readonly<Record<Mark | 'none', LucideIcon>> = {
  approved: CheckCircle2,
  flagged: Flag,
  skipped: CircleSlash,
  none: Circle,
};

interface ItemListProps {
  readonly walk: Walk;
  /** True while a comment is being typed: the focus stays there. */
  readonly writing: boolean;
}

/** Lists the records of the review with their marks; the current one is always in view. */
export function ItemList({ walk, writing }: ItemListProps) {
  const { t } = useTranslation();
  const { items, index, onMore } = walk;
  const rows = useMemo(
    () => [
      ...items.map((item) => ({ key: `item-${item.index}`, item })),
      ...(onMore === null ? [] : [{ key: 'more', item: null }]),
    ],
    [items, onMore],
  );
  const at = items.findIndex((item) => item.index === index);
  const jump = useFollow(`item-${index}`, writing);
  return (
    <VirtualLines
      rows={rows}
      label={t('review.items')}
      top={0}
      estimate={() => 60}
      active={at}
      jump={jump.key}
      onJumped={jump.done}
      render={({ key, item }) =>
        item === null ? (
          <More onMore={onMore ?? (() => {})} />
        ) : (
          <ItemLine
            rowKey={key}
            item={item}
            current={item.index === index}
            onGo={(to) => walk.walking.ask({ do: 'go', to })}
          />
        )
      }
    />
  );
}

// Scrolls to the current record and focuses it once after each move, unless a comment is being
// typed.
function useFollow(key: string, writing: boolean) {
  const [shown, setShown] = useState<string | null>(null);
  if (writing && shown !== key) setShown(key);
  return { key: shown === key ? null : key, done: () => setShown(key) };
}

interface ItemLineProps {
  readonly rowKey: string;
  readonly item: ReviewItem;
  readonly current: boolean;
  readonly onGo: (index: number) => void;
}

function ItemLine({ rowKey, item, current, onGo }: ItemLineProps) {
  const { t } = useTranslation();
  const mark = item.mark ?? 'none';
  const Icon = LOOKS[mark];
  return (
    <button
      type="button"
      id={`row-${rowKey}`}
      className="walk-item"
      data-mark={mark}
      aria-current={current ? 'true' : undefined}
      tabIndex={current ? 0 : -1}
      onClick={() => onGo(item.index)}
    >
      <Icon size={15} strokeWidth={2} aria-label={t(`review.marks.${mark}`)} />
      <span className="walk-item-name" title={item.title}>
        {calledOf(t, item.title)}
      </span>
      {(item.key !== null || item.comment !== '') && (
        <span className="walk-item-more cut quiet">
          <code className="mono">{item.key}</code>
          {item.comment !== '' && ` ${item.comment}`}
        </span>
      )}
    </button>
  );
}
