import { Minus, PencilLine, Plus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PullChange } from '#contract/past.ts';
import { formatTime } from '../../i18n/format.ts';
import { goToRecord } from '../../state/view.ts';
import { kindIcons } from '../../ui/kindIcons.ts';
import { Named } from '../../ui/Named.tsx';
import { Badge } from '../../ui/StateBadge.tsx';
import type { Tone } from '../../ui/StateBadge.tsx';
import { changeLines } from '../../fields/values/values.ts';
import { useWords } from '../../fields/useWords.ts';
import { openTrash } from './openTrash.ts';

const LOOKS: Readonly<Record<PullChange['change'], { icon: LucideIcon; tone: Tone }>> = {
  added: { icon: Plus, tone: 'good' },
  changed: { icon: PencilLine, tone: 'wait' },
  removed: { icon: Minus, tone: 'bad' },
};
const MOST = 6;

interface OtherLineProps {
  readonly change: PullChange;
  readonly rowKey: string;
  readonly active: boolean;
}

/** Shows one record changed remotely, with the old and new values; opens the record. */
export function OtherLine({ change, rowKey, active }: OtherLineProps) {
  const { t } = useTranslation();
  const { kind, id, key, title, at } = change;
  const { icon, tone } = LOOKS[change.change];
  const Icon = kindIcons[kind];
  const open = () => (change.change === 'removed' ? openTrash(kind, id) : goToRecord(kind, id));
  return (
    <button
      type="button"
      id={`row-${rowKey}`}
      className="other"
      tabIndex={active ? 0 : -1}
      onClick={open}
    >
      <span>
        <Badge icon={icon} tone={tone}>
          {t(`past.change.${change.change}`)}
        </Badge>
      </span>
      <Icon size={14} aria-hidden />
      <Named title={title} code={key} />
      <span className="other-fields">
        {change.change === 'changed' && <Fields change={change} />}
      </span>
      <time className="num quiet" dateTime={new Date(at).toISOString()}>
        {formatTime(at)}
      </time>
    </button>
  );
}

function Fields({ change }: { readonly change: PullChange }) {
  const { t } = useTranslation();
  const reading = { kind: change.kind, words: useWords(), fileName: () => undefined };
  const lines = change.fields.flatMap((each) => changeLines(reading, each));
  return (
    <>
      {lines.slice(0, MOST).map((line) => (
        <span key={line.id} className="other-field">
          <span className="quiet">{line.label} </span>
          <del className="num quiet">{line.before ?? t('common.empty')}</del>{' '}
          <ins className="num">{line.after ?? t('common.empty')}</ins>
        </span>
      ))}
      {lines.length > MOST && (
        <span className="quiet">{t('past.others.more', { count: lines.length - MOST })}</span>
      )}
    </>
  );
}
