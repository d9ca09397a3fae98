import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict, Operation } from '#contract/operations.ts';
import { formatTime } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { revealInvisible } from '../../../fields/values/revealInvisible.ts';
import { asTheirs, valueThere } from '../model/keyTaken.ts';
import { labelOf, namesOf } from '../../../fields/values/values.ts';
import { New, Nothing } from '../../../fields/ChangeTable.tsx';
import { useWords, whenText } from '../../../fields/useWords.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';
import { useValueText } from './CompareTable.tsx';
import { SideButtons } from './SideButtons.tsx';
import { useDecide } from './useDecide.ts';
import '../../../fields/changes.css';

interface KeyTakenProps extends DecisionProps {
  readonly conflict: Conflict;
}

/** Decides a create whose code exists on the service: update that record or discard the create. */
export function KeyTakenCard({ operation, all, conflict }: KeyTakenProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { busy, error, decide } = useDecide(operation);
  const { meant, sent, kept } = asTheirs(operation, conflict, all);
  const fields = namesOf(operation.kind, sent, words);
  const keptFields = namesOf(operation.kind, kept, words);
  const key = operation.key ?? operation.title;
  return (
    <Card
      {...{ operation, all, error }}
      title={t('outbox.conflict.title.key-taken')}
      lead={`${t('outbox.conflict.keyTakenText', { key })} ${t('outbox.conflict.nothingSent')}`}
      buttons={
        <SideButtons
          {...{ operation, all, busy }}
          onChoose={(side) => decide({ all: side })}
          theirs={t('outbox.conflict.dropMineKey')}
          mine={t('outbox.conflict.changeTheirs')}
          mineDisabled={sent.length === 0}
        />
      }
    >
      <table className="changes">
        <thead>
          <tr>
            <th scope="col">{t('outbox.conflict.field')}</th>
            <th scope="col">
              {t('outbox.conflict.mineSide', { time: whenText(t, operation.createdAt) })}
            </th>
            <th scope="col">
              {t('outbox.conflict.theirsSide', { time: formatTime(conflict.readAt) })}
            </th>
          </tr>
        </thead>
        <tbody>
          {meant.changes.map((change) => (
            <Line key={change.field} operation={meant} {...{ conflict, change }} />
          ))}
        </tbody>
      </table>
      <p className="card-note">
        {fields === ''
          ? t('outbox.conflict.changeNothing')
          : t('outbox.conflict.changeMeaning', { fields })}
      </p>
      {operation.action === 'create' && operation.sentAt === null && (
        <OtherCode busy={busy} onUse={(code) => decide({ code })} />
      )}
      {keptFields !== '' && (
        <p className="card-note">{t('outbox.conflict.keptThere', { fields: keptFields })}</p>
      )}
    </Card>
  );
}

interface OtherCodeProps {
  readonly busy: boolean;
  readonly onUse: (code: string) => void;
}

/** Lets the user enter another code for the new record. */
function OtherCode({ busy, onUse }: OtherCodeProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const typed = code.trim();
  return (
    <form
      className="card-code"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '' && !busy) onUse(typed);
      }}
    >
      <TextInput
        label={t('outbox.conflict.otherCode')}
        value={code}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" busy={busy} disabled={typed === ''}>
        {t('outbox.conflict.useOtherCode')}
      </Button>
    </form>
  );
}

interface LineProps {
  readonly operation: Operation;
  readonly conflict: Conflict;
  readonly change: Operation['changes'][number];
}

function Line({ operation, conflict, change }: LineProps) {
  const text = useValueText(operation, change.field);
  const there = valueThere(operation, conflict, change.field) ?? null;
  const [mine, theirs] = revealInvisible(text(change.after), text(there));
  return (
    <tr>
      <th scope="row">{labelOf(operation.kind, change.field, useWords())}</th>
      <td>{mine === theirs ? <span className="quiet">{mine}</span> : <New text={mine} />}</td>
      <td>{theirs === null ? <Nothing /> : <span className="num">{theirs}</span>}</td>
    </tr>
  );
}
