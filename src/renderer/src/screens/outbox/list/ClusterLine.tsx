import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { groupText } from '../../../fields/model/groupText.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import { kindIcons } from '../../../ui/kindIcons.ts';
import { needsPerson } from '../model/actions.ts';
import type { Cluster } from '../model/rows.ts';
import { toggleCluster } from '../outboxView.ts';
import { CodeOrKind } from '../../../fields/CodeOrKind.tsx';
import { OperationBadge } from '../parts/OperationBadge.tsx';
import './line.css';

interface ClusterLineProps {
  readonly cluster: Cluster;
  readonly open: boolean;
  readonly active: boolean;
}

/** The head of a cluster: its progress, and whether an operation needs a decision. */
export function ClusterLine({ cluster, open, active }: ClusterLineProps) {
  const { t } = useTranslation();
  const { key, lead, shown, done, total, type, isCut } = cluster;
  const counted = type !== 'record' && !isCut;
  const Icon = kindIcons[lead.kind];
  const stuck = shown.find(needsPerson);
  const sending = shown.some(({ state }) => state === 'sending');
  return (
    <div
      className={`line line-${open ? 'first' : 'alone'} line-cluster`}
      data-line={key}
      data-active={active}
    >
      <button
        type="button"
        id={`row-${key}`}
        className="line-head"
        data-row={key}
        tabIndex={active ? 0 : -1}
        aria-expanded={open}
        onClick={() => toggleCluster(key)}
      >
        <ChevronRight size={14} className="line-chevron" aria-hidden />
        <Icon size={15} className="line-kind" aria-hidden />
        <span className="line-title cut">
          <b>{titleOf(t, cluster)}</b> {type !== 'together' && <CodeOrKind of={lead} />}
        </span>
        {stuck !== undefined && <OperationBadge operation={stuck} short />}
        {stuck === undefined && sending && <StateBadge state="sending" short />}
        <span className="line-steps num">
          {counted
            ? t('outbox.list.steps', { done, total })
            : t('outbox.operations', { count: isCut ? total - done : shown.length })}
        </span>
        {counted && <Steps done={done} total={total} />}
      </button>
    </div>
  );
}

function titleOf(t: TFunction, { type, lead, total, isCut }: Cluster): string {
  if (type === 'record') return lead.title;
  const { groupLabel, title } = lead;
  if (type === 'plan' && (!isCut || groupLabel === undefined))
    return t('outbox.list.planTitle', { name: title });
  // Uses the label of the undo batch, so that clusters of equal size can be told apart.
  return groupLabel === undefined
    ? t('outbox.list.together', { count: total })
    : groupText(t, groupLabel);
}

// Hidden from screen readers: the text beside the bar says the same.
function Steps({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <span className="line-bar" aria-hidden>
      <i style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
    </span>
  );
}
