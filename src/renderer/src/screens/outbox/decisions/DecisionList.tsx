import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Operation } from '#contract/operations.ts';
import { VirtualLines } from '../list/VirtualLines.tsx';
import { clashing } from '../model/conflict.ts';
import { namesOf } from '../../../fields/values/values.ts';
import type { Wording } from '../../../fields/values/values.ts';
import { OperationBadge, tellingReason } from '../parts/OperationBadge.tsx';
import { useWords } from '../../../fields/useWords.ts';
import './decisionList.css';

interface DecisionListProps {
  readonly decisions: readonly Operation[];
  readonly index: number;
  readonly jump: string | null;
  readonly onJumped: () => void;
  readonly onPick: (id: string) => void;
}

/** Lists all decisions, one line each, most urgent first. */
export function DecisionList({ decisions, index, jump, onJumped, onPick }: DecisionListProps) {
  const { t } = useTranslation();
  const rows = decisions.map((operation) => ({ key: operation.id, operation }));
  const current = decisions[index]?.id;
  return (
    <VirtualLines
      rows={rows}
      label={t('outbox.needs.label')}
      estimate={rowEstimate}
      active={index}
      jump={jump}
      onJumped={onJumped}
      render={({ operation }) => (
        <Line operation={operation} current={operation.id === current} onPick={onPick} />
      )}
    />
  );
}

function rowEstimate(): number {
  return 66;
}

interface LineProps {
  readonly operation: Operation;
  readonly current: boolean;
  readonly onPick: (id: string) => void;
}

function Line({ operation, current, onPick }: LineProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { id, title, key } = operation;
  return (
    <button
      type="button"
      id={`row-${id}`}
      className="decision"
      aria-current={current}
      tabIndex={current ? 0 : -1}
      onClick={() => onPick(id)}
    >
      <span className="decision-name cut">
        <b>{title}</b>
      </span>
      <code className="mono cut quiet">{key}</code>
      <span className="decision-what">
        <OperationBadge operation={operation} short />
        <span className="cut">{shortOf(t, operation, words)}</span>
      </span>
    </button>
  );
}

function shortOf(t: TFunction, operation: Operation, words: Wording): string {
  const { state, conflict, reason, kind } = operation;
  if (state === 'unknown') return t('outbox.short.unknown');
  if (conflict !== null) {
    if (conflict.type !== 'fields') return t(`outbox.short.${conflict.type}`);
    const names = clashing(operation).map(({ field }) => field);
    const fields = namesOf(kind, names, words);
    return t('outbox.short.fields', { fields });
  }
  // The badge already says it.
  return tellingReason(operation) === null ? (reason?.answer ?? '') : '';
}
