import { useCallback, useState } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { formatCount } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { askToDiscard } from '../discardQuestion.ts';
import { actionsOf, holdKey } from '../model/actions.ts';
import type { Row } from '../model/rows.ts';
import { outboxView, showMoreSent, takeInHand } from '../outboxView.ts';
import { act } from '../acts.ts';
import { useAct } from '../../../ui/useAct.ts';
import type { Act } from '../../../ui/useAct.ts';
import { ClusterLine } from './ClusterLine.tsx';
import { OperationLine } from './OperationLine.tsx';
import { VirtualLines } from './VirtualLines.tsx';
import { useActiveRow } from './useActiveRow.ts';
import './outboxList.css';

interface OutboxListProps {
  readonly rows: readonly Row[];
  readonly all: readonly Operation[];
}

/**
 * Lists the operations.
 *
 * The arrow keys move, Enter opens, H holds or releases, Delete discards.
 */
export function OutboxList({ rows, all }: OutboxListProps) {
  const { t } = useTranslation();
  const opened = outboxView((view) => view.opened);
  const jump = outboxView((view) => view.jump);
  const [scroll] = useState(() => ({ first: outboxView.getState().scroll, keep: keepScroll }));
  const { index, key, moveTo } = useActiveRow(rows);
  const { busy, error, run } = useAct();
  const estimate = useCallback((row: Row) => heightOf(row, opened), [opened]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOnHead(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = nextIndex(rows, index, event.key);
    if (to !== null) moveTo(to);
    else if (!actByKey(rows[index], all, event, run)) return;
    event.preventDefault();
  };
  const render = (row: Row) => {
    if (row.type === 'sent') return <SentHeading count={row.count} isCut={row.isCut} />;
    if (row.type === 'more')
      return (
        <Button onClick={showMoreSent}>{t('outbox.list.showMore', { count: row.rest })}</Button>
      );
    const active = row.key === key;
    if (row.type === 'cluster')
      return <ClusterLine cluster={row.cluster} open={row.open} active={active} />;
    const { operation, place, inside } = row;
    const named = inside !== 'record';
    return (
      <OperationLine
        {...{ operation, all, place, named, active, busy, run }}
        opened={opened.has(operation.id)}
      />
    );
  };
  return (
    <>
      {error !== null && (
        <div className="outbox-notice">
          <ErrorNotice error={error} />
        </div>
      )}
      <VirtualLines
        rows={rows}
        label={t('outbox.list.label')}
        estimate={estimate}
        render={render}
        active={index}
        jump={jump}
        onJumped={endJump}
        scroll={scroll}
        onKeyDown={onKeyDown}
        onFocus={activate}
      />
    </>
  );
}

interface SentHeadingProps {
  readonly count: number;
  readonly isCut: boolean;
}

function SentHeading({ count, isCut }: SentHeadingProps) {
  const { t } = useTranslation();
  return (
    <h2 className="outbox-sent heading">
      {t('outbox.list.sentToday')}{' '}
      <span className="num">
        {formatCount(count)}
        {isCut && '+'}
      </span>
    </h2>
  );
}

// The line that receives the focus becomes the active line.
function activate({ target }: FocusEvent): void {
  const row = target.closest('[data-line]');
  if (row instanceof HTMLElement) takeInHand(row.dataset['line'] ?? null);
}

function endJump(): void {
  outboxView.setState({ jump: null });
}

function keepScroll(scroll: number): void {
  outboxView.setState({ scroll });
}

function heightOf(row: Row, opened: ReadonlySet<string>): number {
  if (row.type === 'operation' && opened.has(row.key)) return 320;
  return row.type === 'operation' && row.place === 'middle' ? 37 : 44;
}

function isOnHead(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset['row'] !== undefined;
}

function nextIndex(rows: readonly Row[], from: number, key: string): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1, End: -1, Home: 1 }[key];
  if (step === undefined) return null;
  const first = key === 'Home' ? 0 : key === 'End' ? rows.length - 1 : from + step;
  for (let at = first; at >= 0 && at < rows.length; at += step) {
    const type = rows[at]?.type;
    if (type === 'cluster' || type === 'operation') return at;
  }
  return from;
}

// Returns whether the key has an action for this line. A repeated H is ignored, since it would
// release the operation again.
function actByKey(
  row: Row | undefined,
  all: readonly Operation[],
  { key, repeat: isAgain }: KeyboardEvent,
  run: Act['run'],
): boolean {
  if (row?.type !== 'operation') return false;
  const { operation } = row;
  if (key === 'Delete' && actionsOf(operation, all).includes('discard')) {
    askToDiscard(operation);
    return true;
  }
  const hold = isAgain || (key !== 'h' && key !== 'H') ? null : holdKey(operation, all);
  if (hold === null) return false;
  void run(() => act(hold, operation));
  return true;
}
