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
import type { Side } from '../model/conflict.ts';
import { toastDecided } from '../acts.ts';
import { stakesOf } from '../model/stakes.ts';
import { forgetResolved } from './decided.ts';
import { SameList } from './SameList.tsx';
import { leaveSame, listedNow, sameDone, sameQuestion, settleSame } from './sameQuestion.ts';
import type { SameAsked } from './sameQuestion.ts';
import './compare.css';
import './same.css';

interface AllProps {
  readonly all: readonly Operation[];
}

/** Lists conflicts of one type and applies one choice to the selected ones. */
export function SameChoiceDialog({ all }: AllProps) {
  const asked = sameQuestion((question) => question.asked);
  // Leaving the screen closes the dialog.
  useEffect(() => leaveSame, []);
  return asked === null ? null : <Opened asked={asked} all={all} />;
}

function Opened({ asked, all }: AllProps & { readonly asked: SameAsked }) {
  const { t } = useTranslation();
  const { type, chosen } = asked;
  const listed = useMemo(() => listedNow(asked, all), [asked, all]);
  const stakes = useMemo(() => stakesOf(listed, all), [listed, all]);
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
    if (said !== null) toastDecided(said, result.group);
    const [first] = result.failed;
    if (!isInSight && first !== undefined) toast(failedText(t, asked.listed, first), null, 'bad');
  };
  return (
    <Modal
      opened
      onClose={leaveSame}
      closeOnEscape={isUppermost}
      size={860}
      title={t('outbox.same.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className="same">
        <p className="quiet">{t('outbox.same.intro')}</p>
        <SameList
          {...{ type, stakes, unticked }}
          onTick={(id) => setUnticked((old) => toggled(old, id))}
        />
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

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
