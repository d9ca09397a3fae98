import { Modal } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Conflict, Operation } from '#contract/operations.ts';
import type { ManyResult } from '#contract/procedures.ts';
import { useAction } from '../../../ui/useAct.ts';
import { useScreenDialog } from '../../../ui/useScreenDialog.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice, errorText } from '../../../ui/ErrorNotice.tsx';
import { VirtualLines } from '../list/VirtualLines.tsx';
import { apart } from '../model/apart.ts';
import { clashing } from '../model/conflict.ts';
import type { Side } from '../model/conflict.ts';
import { labelOf } from '../model/values.ts';
import { useWords } from '../useWords.ts';
import { useValueText } from './CompareTable.tsx';
import { forgetResolved } from './decided.ts';
import { leaveSame, listedNow, sameDone, sameQuestion, settleSame } from './sameQuestion.ts';
import type { SameAsked } from './sameQuestion.ts';
import './compare.css';
import './same.css';

interface AllProps {
  /** All open operations. */
  readonly all: readonly Operation[];
}

/** Lists the conflicts of one sort and settles the ticked ones alike. */
export function SameChoiceDialog({ all }: AllProps) {
  const asked = sameQuestion((question) => question.asked);
  // Who goes to another screen has left the question.
  useEffect(() => leaveSame, []);
  return asked === null ? null : <Opened asked={asked} all={all} />;
}

function Opened({ asked, all }: AllProps & { readonly asked: SameAsked }) {
  const { t } = useTranslation();
  const { type, chosen } = asked;
  const listed = useMemo(() => listedNow(asked, all), [asked, all]);
  const isUppermost = useScreenDialog();
  const [side, setSide] = useState<Side | null>(chosen);
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const { run, busy, error } = useAction('outbox.resolveMany');
  const failed = sameQuestion((question) => question.failed);
  const ticked = listed.filter(({ id }) => !unticked.has(id));
  const apply = async (all: Side) => {
    const tried = ticked.map(({ id }) => id);
    const result = await run({ all, operations: tried, seen: seenOf(ticked) });
    if (result === null) return;
    forgetResolved(tried, result.failed);
    const isInSight = settleSame(asked, tried, result.failed);
    const said = sameDone(t, result);
    if (said !== null) toast(said);
    const [first] = result.failed;
    if (!isInSight && first !== undefined) toast(failedText(t, asked.listed, first), null, 'bad');
  };
  return (
    <Modal
      opened
      onClose={leaveSame}
      closeOnEscape={isUppermost}
      size={720}
      title={t('outbox.same.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className="same">
        <p className="quiet">{t('outbox.same.intro')}</p>
        <List {...{ listed, unticked }} onTick={(id) => setUnticked((old) => toggled(old, id))} />
        <Sides {...{ type, side }} onSide={setSide} />
        {error !== null && <ErrorNotice error={error} />}
        {failed.length > 0 && (
          <ul role="alert" className="same-failure">
            {failed.map((each) => (
              <li key={each.operation}>{failedText(t, asked.listed, each)}</li>
            ))}
          </ul>
        )}
        <div className="same-buttons">
          <Button onClick={leaveSame}>{t('common.actions.cancel')}</Button>
          <Button
            tone="go"
            busy={busy}
            disabled={side === null || ticked.length === 0}
            onClick={() => side !== null && void apply(side)}
          >
            {t('outbox.same.apply', { count: ticked.length })}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function seenOf(operations: readonly Operation[]): Record<string, number> {
  return Object.fromEntries(
    operations.flatMap(({ id, conflict }) => (conflict === null ? [] : [[id, conflict.readAt]])),
  );
}

interface ListProps {
  readonly listed: readonly Operation[];
  readonly unticked: ReadonlySet<string>;
  readonly onTick: (id: string) => void;
}

// There may be thousands of them.
function List({ listed, unticked, onTick }: ListProps) {
  const { t } = useTranslation();
  const rows = listed.map((operation) => ({ key: operation.id, operation }));
  const height = rows.slice(0, SHOWN).reduce((sum, row) => sum + heightOf(row), BELOW);
  return (
    <div className="same-list" style={{ height }}>
      <VirtualLines
        rows={rows}
        label={t('outbox.same.title')}
        top={0}
        estimate={heightOf}
        active={-1}
        render={({ key, operation }) => (
          <Line operation={operation} ticked={!unticked.has(key)} onTick={() => onTick(key)} />
        )}
      />
    </div>
  );
}

/** So many at most are in sight at once. */
const SHOWN = 10;
/** The room that a list has below its last row, and its border. */
const BELOW = 26;

function heightOf({ operation }: { readonly operation: Operation }): number {
  return Math.max(35, 9 + clashing(operation).length * 18);
}

function failedText(
  t: TFunction,
  listed: readonly Operation[],
  { operation, error }: ManyResult['failed'][number],
): string {
  const name = listed.find(({ id }) => id === operation)?.title ?? operation;
  return t('outbox.same.failed', { name, text: errorText(t, error) });
}

interface SidesProps {
  readonly type: Conflict['type'];
  readonly side: Side | null;
  readonly onSide: (side: Side) => void;
}

function Sides({ type, side, onSide }: SidesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="same-sides">
      <legend className="heading">{t('outbox.same.choose')}</legend>
      {(['mine', 'theirs'] as const).map((each) => (
        <label key={each} className="compare-option">
          <input type="radio" name="same" checked={side === each} onChange={() => onSide(each)} />
          {t(`outbox.same.${each}.${type}`)}
        </label>
      ))}
    </fieldset>
  );
}

interface LineProps {
  readonly operation: Operation;
  readonly ticked: boolean;
  readonly onTick: () => void;
}

function Line({ operation, ticked, onTick }: LineProps) {
  const { key, title } = operation;
  return (
    <label className="same-line">
      <input type="checkbox" checked={ticked} onChange={onTick} />
      <b className="cut">{title}</b>
      <code className="mono quiet cut">{key}</code>
      <span className="same-values">
        {clashing(operation).map((each) => (
          <Values key={each.field} operation={operation} each={each} />
        ))}
      </span>
    </label>
  );
}

function Values({
  operation,
  each,
}: {
  readonly operation: Operation;
  readonly each: Conflict['fields'][number];
}) {
  const { t } = useTranslation();
  const text = useValueText(operation, each.field);
  const [mine, theirs] = apart(text(each.mine), text(each.theirs));
  const parts = [
    [t('outbox.conflict.mine'), mine],
    [t('outbox.conflict.theirs'), theirs],
  ].filter((part): part is [string, string] => part[1] !== null);
  return (
    <span className="cut num">
      <span className="quiet">{labelOf(operation.kind, each.field, useWords())}: </span>
      {parts.map(([who, value]) => `${who} ${value}`).join(' · ')}
    </span>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
