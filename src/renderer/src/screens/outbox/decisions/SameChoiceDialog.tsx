import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict, Operation } from '#contract/operations.ts';
import { useKeysHeld } from '../../../keys/useHotkeys.ts';
import { useAction } from '../../../state/useProcedure.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice, errorText } from '../../../ui/ErrorNotice.tsx';
import type { Side } from '../model/conflict.ts';
import { labelOf } from '../model/values.ts';
import { useWords } from '../useWords.ts';
import { useValueText } from './CompareTable.tsx';
import { forgetResolved } from './decided.ts';
import { leaveSame, sameQuestion, settleSame } from './sameQuestion.ts';
import type { SameAsked } from './sameQuestion.ts';
import './compare.css';
import './same.css';

/** Lists the conflicts of one sort and settles the ticked ones alike. */
export function SameChoiceDialog() {
  const asked = sameQuestion((question) => question.asked);
  // Who goes to another screen has left the question.
  useEffect(() => leaveSame, []);
  return asked === null ? null : <Opened {...asked} />;
}

function Opened({ type, chosen, listed }: SameAsked) {
  const { t } = useTranslation();
  useKeysHeld();
  const [side, setSide] = useState<Side | null>(chosen);
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const { run, busy, error } = useAction('outbox.resolveMany');
  const failed = sameQuestion((question) => question.failed);
  const ticked = listed.filter(({ id }) => !unticked.has(id));
  const apply = async (all: Side) => {
    const tried = ticked.map(({ id }) => id);
    const result = await run({ all, operations: tried });
    if (result === null) return;
    forgetResolved(tried, result.failed);
    settleSame(tried, result.failed);
    const done = t('outbox.same.done', { count: result.done });
    const without = result.notes?.length ?? 0;
    toast(without === 0 ? done : `${done}. ${t('outbox.same.without', { count: without })}`);
  };
  return (
    <Modal
      opened
      onClose={leaveSame}
      size={720}
      title={t('outbox.same.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className="same">
        <p className="quiet">{t('outbox.same.intro')}</p>
        <ul className="same-list scroll">
          {listed.map((each) => (
            <Line
              key={each.id}
              operation={each}
              ticked={!unticked.has(each.id)}
              onTick={() => setUnticked((old) => toggled(old, each.id))}
            />
          ))}
        </ul>
        <Sides {...{ type, side }} onSide={setSide} />
        {error !== null && <ErrorNotice error={error} />}
        {failed.length > 0 && (
          <ul role="alert" className="same-failure">
            {failed.map((each) => (
              <li key={each.operation}>
                {t('outbox.same.failed', {
                  name: listed.find(({ id }) => id === each.operation)?.title ?? each.operation,
                  text: errorText(t, each.error),
                })}
              </li>
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
  const { key, title, conflict } = operation;
  const clashing = conflict?.fields.filter(({ clash }) => clash) ?? [];
  return (
    <li>
      <label className="same-line">
        <input type="checkbox" checked={ticked} onChange={onTick} />
        <span className="cut">
          <b>{title}</b> {key !== null && <code className="mono quiet">{key}</code>}
        </span>
        <span className="same-values">
          {clashing.slice(0, 3).map((each) => (
            <Values key={each.field} operation={operation} each={each} />
          ))}
        </span>
      </label>
    </li>
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
  const parts = [
    [t('outbox.conflict.mine'), text(each.mine)],
    [t('outbox.conflict.theirs'), text(each.theirs)],
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
