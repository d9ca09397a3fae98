import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { formatTime } from '../../../i18n/format.ts';
import type { ClusterPosition } from '../model/rows.ts';
import { toggleOperation } from '../outboxView.ts';
import { CodeOrKind } from '../../../fields/CodeOrKind.tsx';
import { OperationBadge } from '../parts/OperationBadge.tsx';
import { OperationDetail } from '../parts/OperationDetail.tsx';
import type { Act } from '../../../ui/useAct.ts';
import { LineActions } from './LineActions.tsx';
import { ShortChange } from './ShortChange.tsx';
import './line.css';

interface OperationLineProps extends Pick<Act, 'busy' | 'run'> {
  readonly operation: Operation;
  readonly all: readonly Operation[];
  readonly place: ClusterPosition;
  /** False inside a record's cluster, whose head already shows the name. */
  readonly named: boolean;
  readonly opened: boolean;
  readonly active: boolean;
}

/** Shows one operation in a line that opens its details. */
export const OperationLine = memo(function OperationLine(props: OperationLineProps) {
  const { operation, all, place, opened, active, busy, run } = props;
  const { id, state } = operation;
  return (
    <div
      className={`line line-${place}`}
      data-line={id}
      data-state={state}
      data-open={opened}
      data-active={active}
    >
      <div className="line-top">
        <button
          type="button"
          id={`row-${id}`}
          className="line-head"
          data-row={id}
          tabIndex={active ? 0 : -1}
          aria-expanded={opened}
          aria-controls={opened ? `detail-${id}` : undefined}
          onClick={() => toggleOperation(id)}
        >
          <ChevronRight size={14} className="line-chevron" aria-hidden />
          <span className="line-state">
            <OperationBadge operation={operation} />
          </span>
          <Title {...props} />
          <span className="line-change">
            <ShortChange operation={operation} />
          </span>
          <time className="line-time num" dateTime={new Date(operation.updatedAt).toISOString()}>
            {formatTime(operation.updatedAt)}
          </time>
        </button>
        <LineActions {...{ operation, all, active, busy, run }} />
      </div>
      {opened && (
        <section id={`detail-${id}`} aria-labelledby={`row-${id}`}>
          <OperationDetail operation={operation} all={all} />
        </section>
      )}
    </div>
  );
});

function Title({ operation, named }: OperationLineProps) {
  const { t } = useTranslation();
  const { title, action } = operation;
  const verb = <span className="line-verb">{t(`outbox.action.${action}`)}</span>;
  if (!named) return <span className="line-title cut">{verb}</span>;
  return (
    <span className="line-title line-record" title={title}>
      {verb} <b className="cut">{title}</b> <CodeOrKind of={operation} />
    </span>
  );
}
