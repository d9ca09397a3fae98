import { Copy, PencilLine, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { tellError } from '../../../ui/tellError.ts';
import { holdsAll, NOTHING_SELECTED } from '../../../fields/model/selection.ts';
import { setSelection, useList } from '../state/listStore.ts';
import { forgetRemovalError, removingStore, stopRemoving } from '../state/removing.ts';
import { removeSelected } from '../state/removeSelected.ts';
import type { Rows } from '../state/rowStore.ts';
import { copyCodes, selectAll } from '../state/selecting.ts';
import { openBulk } from '../state/tasks.ts';

interface SelectionBarProps {
  readonly kind: Kind;
  readonly rows: Rows;
}

/** Shows the number of selected records and the actions for them. */
export function SelectionBar({ kind, rows }: SelectionBarProps) {
  const { running, refused, kind: of } = removingStore((state) => state);
  const isRefused = refused.length > 0 && of === kind;
  const { ids } = useList(kind, (list) => list.selection);
  if (running !== null) return <Removing />;
  if (!isRefused && ids.size === 0) return null;
  return (
    <div className="selection">
      {isRefused && <RemovalProblem />}
      {ids.size > 0 && <Chosen kind={kind} rows={rows} ids={ids} />}
    </div>
  );
}

/**
 * Announces the number of selected records.
 *
 * The region is always present: screen readers ignore a region that is added with its text.
 */
export function SelectionNews({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation();
  const count = useList(kind, (list) => list.selection.ids.size);
  return <output className="unseen">{count > 0 ? t('records.selected', { count }) : ''}</output>;
}

function Chosen({ kind, rows, ids }: SelectionBarProps & { readonly ids: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const { query } = rows;
  const total = rows.total ?? 0;
  // The selection may hold records that the filter hides.
  const all = ids.size === rows.total && holdsAll(rows, ids);
  const copy = resourceOf(kind).key === null ? 'records.copyNames' : 'records.copyCodes';
  return (
    <section className="selection-bar" aria-label={t('records.selection')}>
      <span className="num">
        {all
          ? t('records.allSelected', { count: ids.size })
          : t('records.selected', { count: ids.size })}
      </span>
      {!all && query !== null && (
        <Button tone="quiet" onClick={() => void selectAll(kind, query)}>
          {t('records.selectAllOf', { count: total })}
        </Button>
      )}
      <i className="selection-line" />
      <Button tone="quiet" icon={PencilLine} onClick={() => openBulk(kind)}>
        {t('sheets.menu.bulk')}
      </Button>
      <Button
        tone="quiet"
        icon={Copy}
        onClick={() => void copyCodes(kind, ids, query ?? { kind }).catch(tellError)}
      >
        {t(copy)}
      </Button>
      <Button tone="quiet" icon={Trash2} onClick={() => void removeSelected(kind, ids, rows)}>
        {t('records.remove.ask')}
      </Button>
      <IconButton
        icon={X}
        label={t('records.unselect')}
        onClick={() => setSelection(kind, NOTHING_SELECTED)}
      />
    </section>
  );
}

function Removing() {
  const { t } = useTranslation();
  const { running, stopping } = removingStore((state) => state);
  if (running === null) return null;
  return (
    <div className="selection">
      <div className="selection-bar">
        <strong className="num">{t('records.remove.running', { ...running })}</strong>
        <progress max={running.total} value={running.done} aria-label={t('records.remove.ask')} />
        <Button tone="quiet" busy={stopping} onClick={stopRemoving}>
          {t('common.actions.stop')}
        </Button>
      </div>
    </div>
  );
}

function RemovalProblem() {
  const { t } = useTranslation();
  const refused = removingStore((state) => state.refused);
  const [error] = refused;
  if (error === undefined) return null;
  return (
    <ErrorNotice error={error}>
      {refused.length > 1 && <p>{t('records.remove.refused', { count: refused.length })}</p>}
      <Button onClick={forgetRemovalError}>{t('common.actions.dismiss')}</Button>
    </ErrorNotice>
  );
}
