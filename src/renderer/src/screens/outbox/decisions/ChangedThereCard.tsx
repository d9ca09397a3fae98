import { useTranslation } from 'react-i18next';
import type { Conflict, Operation } from '#contract/operations.ts';
import { formatTime } from '../../../i18n/format.ts';
import { revealInvisible } from '../../../fields/values/revealInvisible.ts';
import { labelOf, namesOf } from '../../../fields/values/values.ts';
import { New, Old } from '../../../fields/ChangeTable.tsx';
import { useWords } from '../../../fields/useWords.ts';
import { Card } from './Card.tsx';
import type { DecisionProps } from './Card.tsx';
import { useValueText } from './CompareTable.tsx';
import { SideButtons } from './SideButtons.tsx';
import { useDecide } from './useDecide.ts';
import '../../../fields/changes.css';

interface ChangedThereProps extends DecisionProps {
  readonly conflict: Conflict;
}

/** Decides a delete of a record that changed on the service: delete it or keep it. */
export function ChangedThereCard({ operation, all, conflict }: ChangedThereProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { busy, error, decide } = useDecide(operation);
  const changed = conflict.fields.map(({ field }) => field);
  const fields = namesOf(operation.kind, changed, words);
  return (
    <Card
      {...{ operation, all, error }}
      title={t('outbox.conflict.title.changed-there')}
      lead={`${t('outbox.conflict.changedThereText', { fields })} ${t('outbox.conflict.nothingSent')}`}
      buttons={
        <SideButtons
          {...{ operation, all, busy }}
          onChoose={(side) => decide({ all: side })}
          theirs={t('outbox.conflict.keepTheirs')}
          mine={t('outbox.conflict.removeAnyway')}
          tone="bad"
        />
      }
    >
      <table className="changes">
        <thead>
          <tr>
            <th scope="col">{t('outbox.conflict.field')}</th>
            <th scope="col">{t('outbox.conflict.before')}</th>
            <th scope="col">
              {t('outbox.conflict.theirsSide', { time: formatTime(conflict.readAt) })}
            </th>
          </tr>
        </thead>
        <tbody>
          {conflict.fields.map((each) => (
            <Line key={each.field} operation={operation} each={each} />
          ))}
        </tbody>
      </table>
      <p className="card-note">{t('outbox.conflict.removeMeaning')}</p>
    </Card>
  );
}

interface LineProps {
  readonly operation: Operation;
  readonly each: Conflict['fields'][number];
}

function Line({ operation, each }: LineProps) {
  const text = useValueText(operation, each.field);
  const [before, theirs] = revealInvisible(text(each.before), text(each.theirs));
  return (
    <tr>
      <th scope="row">{labelOf(operation.kind, each.field, useWords())}</th>
      <td>
        <Old text={before} />
      </td>
      <td>
        <New text={theirs} />
      </td>
    </tr>
  );
}
