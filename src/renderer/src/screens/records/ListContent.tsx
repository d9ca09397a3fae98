import { SearchX } from 'lucide-react';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { textOf } from '../../i18n/i18n.ts';
import { startDemo } from '../../state/shell.ts';
import { openDialog } from '../../state/dialogs.ts';
import { start } from '../../state/runs.ts';
import { useIsNotOffered, useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { kindIcons } from '../../ui/kindIcons.ts';
import { tellError } from '../../ui/tellError.ts';
import { RecordGrid } from './grid/RecordGrid.tsx';
import type { Changes } from '../../fields/model/changes.ts';
import { isBehindCount } from './state/behindCount.ts';
import { isFiltered } from '../../fields/model/views.ts';
import { clearFilters } from './state/filtering.ts';
import { setList, useList } from './state/listStore.ts';
import type { Rows } from './state/rowStore.ts';
import { rowStoreOf } from './state/useRows.ts';
import { SelectionBar, SelectionNews } from './tools/SelectionBar.tsx';

interface ListContentProps {
  readonly kind: Kind;
  readonly rows: Rows;
  readonly changes: Changes;
}

/** Shows the rows, or why there are none; rows read before stay visible under an error. */
export const ListContent = memo(function ListContent({ kind, rows, changes }: ListContentProps) {
  const { t } = useTranslation();
  const narrowed = useList(kind, (list) => isFiltered(list.shape));
  const problem = rows.error !== null && (
    <div className="records-problem">
      <ErrorNotice error={rows.error}>
        <Button onClick={rowStoreOf(kind).refresh}>{t('common.actions.retry')}</Button>
      </ErrorNotice>
    </div>
  );
  const counted = useStatus(({ status }) => status?.counts[kind] ?? 0);
  const isBehind = isBehindCount(rows, narrowed, counted);
  useEffect(() => {
    if (isBehind) rowStoreOf(kind).refresh();
  }, [isBehind, counted, kind]);
  // An empty list may still show an earlier query: the new one may have matches.
  const isUnknown = rows.total === null || (rows.total === 0 && rows.stale) || isBehind;
  if (isUnknown) return problem === false ? <Bones /> : problem;
  if (rows.total === 0)
    return (
      <>
        {problem}
        {narrowed ? <NoMatch kind={kind} /> : <Nothing kind={kind} />}
      </>
    );
  return (
    <>
      {problem}
      <RecordGrid kind={kind} rows={rows} changes={changes} />
      <SelectionBar kind={kind} rows={rows} />
      <SelectionNews kind={kind} />
    </>
  );
});

const BONES = Array.from({ length: 12 }, (_, index) => `bone ${index}`);

// Placeholder before the first rows are loaded; drawn with a delay, since loading is usually very
// short.
function Bones() {
  const { t } = useTranslation();
  return (
    <div className="records-bones">
      <output className="unseen">{t('common.loading')}</output>
      {BONES.map((each) => (
        <i key={each} />
      ))}
    </div>
  );
}

function NoMatch({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const search = useList(kind, (list) => list.shape.search.trim());
  const filters = useList(
    kind,
    (list) => list.shape.where.length > 0 || list.shape.pending !== null,
  );
  const text =
    search === '' ? t('records.noMatch.filters') : t('records.noMatch.search', { search });
  return (
    <Empty
      icon={SearchX}
      title={t('common.noResults')}
      text={filters && search !== '' ? t('records.noMatch.both', { search }) : text}
    >
      <Button tone="go" onClick={() => clearFilters(kind)}>
        {t('records.noMatch.clear')}
      </Button>
    </Empty>
  );
}

function Nothing({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const resource = resourceOf(kind);
  const pulled = useStatus(({ status }) => (status?.lastPull[kind] ?? null) !== null);
  const signedIn = useStatus(({ status }) => status?.signedIn === true);
  const running = useStatus((state) => state.running);
  const isMissing = useIsNotOffered(kind);
  const what = textOf(resource.label);
  if (isMissing)
    return (
      <Empty
        icon={kindIcons[kind]}
        title={t('records.empty.notOffered', { subject: what })}
        text={t('records.empty.notOfferedText')}
      >
        <Button busy={running === 'pull'} onClick={() => void start('pull')}>
          {t('common.actions.refresh')}
        </Button>
      </Empty>
    );
  if (pulled)
    return (
      <Empty
        icon={kindIcons[kind]}
        title={t('records.empty.none', { subject: what })}
        text={t('records.empty.noneText')}
      >
        <Button tone="go" onClick={() => setList(kind, { adding: true })}>
          {t('records.add', { subject: textOf(resource.singular) })}
        </Button>
      </Empty>
    );
  return (
    <Empty
      icon={kindIcons[kind]}
      title={t('records.empty.unread', { subject: what })}
      text={t('records.empty.unreadText')}
    >
      <Button
        tone="go"
        busy={running === 'pull'}
        onClick={() => (signedIn ? void start('pull') : openDialog({ id: 'signIn' }))}
      >
        {signedIn ? t('common.actions.refresh') : t('common.actions.signIn')}
      </Button>
      <Button onClick={() => void startDemo().catch(tellError)}>{t('signIn.demo')}</Button>
    </Empty>
  );
}
