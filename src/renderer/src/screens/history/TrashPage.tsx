import { SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrashItem } from '#contract/past.ts';
import { formatDate, formatTime } from '../../i18n/format.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { kindIcons } from '../../ui/kindIcons.ts';
import { Named } from '../../ui/Named.tsx';
import { KindSelect } from '../../ui/KindSelect.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { grown } from '../problems/atOnce.ts';
import { pastView } from './pastView.ts';
import { PAGE, PastPage } from './PastPage.tsx';
import { recordKey } from './RecordLines.tsx';
import { TrashPanel } from './TrashPanel.tsx';

const NONE: readonly TrashItem[] = [];

/** Lists the deleted records, newest first. */
export function TrashPage({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation();
  const { kind, search, opened } = pastView();
  const [limit, setLimit] = useState(PAGE);
  const typed = search.trim();
  const { data, error, stale } = useProcedure(
    'trash.list',
    { limit, ...(kind === null ? {} : { kind }), ...(typed === '' ? {} : { search: typed }) },
    { refreshOn: ['trash.changed', 'groups.changed', 'outbox.changed'] },
  );
  const items = data?.items ?? NONE;
  const more = data !== undefined && data.total > items.length;
  const nothing = kind !== null || typed !== '' ? 'nothing' : 'none';
  return (
    <PastPage
      tabs={tabs}
      tools={
        <>
          <SearchField
            label={t('past.trash.filter')}
            text={search}
            onText={(text) => pastView.setState({ search: text })}
          />
          <KindSelect kind={kind} onKind={(next) => pastView.setState({ kind: next })} />
        </>
      }
      count={data && t('common.records', { count: data.total })}
      error={error}
      stale={stale}
      label={t('past.trash.label')}
      items={items}
      keyOf={recordKey}
      onMore={more ? () => setLimit(grown) : null}
      render={(item, key, active) => <TrashLine item={item} rowKey={key} active={active} />}
      empty={{
        icon: nothing === 'none' ? Trash2 : SearchX,
        title: t(`past.trash.${nothing}`),
        text: t(`past.trash.${nothing}Text`),
      }}
      panel={opened !== null && <TrashPanel key={`${opened.kind} ${opened.id}`} {...opened} />}
    />
  );
}

interface TrashLineProps {
  readonly item: TrashItem;
  readonly rowKey: string;
  readonly active: boolean;
}

function TrashLine({ item, rowKey, active }: TrashLineProps) {
  const { t } = useTranslation();
  const { kind, id, key, title, by, removedAt, purgeAt } = item;
  const opened = pastView((view) => view.opened?.kind === kind && view.opened.id === id);
  const Icon = kindIcons[kind];
  return (
    <button
      type="button"
      id={`row-${rowKey}`}
      className="trash"
      aria-expanded={opened}
      tabIndex={active ? 0 : -1}
      onClick={() => pastView.setState({ opened: { kind, id } })}
    >
      <Icon size={14} aria-hidden />
      <Named title={title} code={key} />
      <span className="quiet cut">{t(`past.trash.by.${by}`)}</span>
      <time className="num" dateTime={new Date(removedAt).toISOString()}>
        {formatTime(removedAt)}
      </time>
      <span className="quiet cut">
        {purgeAt === null
          ? t('past.trash.needed')
          : t('past.trash.until', { day: formatDate(purgeAt) })}
      </span>
    </button>
  );
}
