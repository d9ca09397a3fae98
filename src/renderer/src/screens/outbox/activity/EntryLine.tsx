import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '#contract/operations.ts';
import { formatClock } from '../../../i18n/format.ts';
import { goToRecord } from '../../../state/view.ts';
import { kindIcons } from '../../../ui/kindIcons.ts';
import { Named } from '../../../ui/Named.tsx';
import { heardOf, RESULT_TONES } from '../model/history.ts';
import { changeLines, labelOf } from '../../../fields/values/values.ts';
import type { ChangeLine, Reading } from '../../../fields/values/values.ts';
import { fromDifference } from '../../../fields/values/sideBySide.ts';
import { useReasonText } from '../useReasonText.ts';
import { useWords } from '../../../fields/useWords.ts';
import './activity.css';

interface EntryLineProps {
  readonly entry: HistoryEntry;
  readonly rowKey: string;
  readonly active: boolean;
}

/** Shows one history entry: its time, record, field, old and new value, and result. */
export function EntryLine({ entry, rowKey, active }: EntryLineProps) {
  const { t } = useTranslation();
  const { kind, id, time, title, key, gone, reason } = entry;
  const words = useWords();
  const Icon = kindIcons[kind];
  const teller = useReasonText();
  const detail = reason === null ? null : (teller(kind, reason) ?? reason.answer ?? null);
  // The service's answer, unless the sentence already quotes it.
  const heard = heardOf(entry);
  const answer = heard !== null && detail?.includes(heard) !== true ? heard : null;
  const said = t(`outbox.activity.results.${entry.result}`);
  return (
    <button
      type="button"
      id={`row-${rowKey}`}
      data-row={rowKey}
      className="entry"
      tabIndex={active ? 0 : -1}
      // Not `disabled`: the arrow keys pass over it, and a single entry must be reachable with Tab.
      aria-disabled={gone}
      onClick={() => {
        if (!gone) goToRecord(kind, id);
      }}
    >
      <time className="num" dateTime={new Date(time).toISOString()}>
        {formatClock(time)}
      </time>
      <Icon size={14} aria-hidden className="entry-kind" />
      <span className="entry-record">
        <Named title={title} code={key} />
        {gone && <span className="quiet"> · {t('outbox.activity.gone')}</span>}
      </span>
      <span className="entry-field cut quiet">
        {entry.field === null ? actionOf(t, entry) : labelOf(kind, entry.field, words)}
      </span>
      <span className="entry-change cut">
        <Change entry={entry} reading={{ kind, words, fileName: () => undefined }} />
      </span>
      <span
        className={`entry-result cut entry-${RESULT_TONES[entry.result]}`}
        title={[detail ?? said, answer].filter((each) => each !== null).join(' — ')}
      >
        <i aria-hidden />
        {said}
        {detail !== null && <span className="quiet"> {detail}</span>}
        {answer !== null && <q className="quiet"> {answer}</q>}
      </span>
    </button>
  );
}

function actionOf(t: TFunction, { action }: HistoryEntry): string {
  return action === 'create' || action === 'update' || action === 'remove'
    ? t(`outbox.action.${action}`)
    : action;
}

function Change({ entry, reading }: { readonly entry: HistoryEntry; readonly reading: Reading }) {
  const { field, before, after } = entry;
  if (field === null) return null;
  const lines = changeLines(reading, { field, before, after });
  return lines.map((line) => <Line key={line.id} line={line} />);
}

function Line({ line }: { readonly line: ChangeLine }) {
  const { before, after } = fromDifference(line);
  return (
    <span className="short">
      {line.id.includes('.') && line.sort === 'value' && (
        <span className="quiet">{line.label.split(' · ').at(-1)} </span>
      )}
      {before !== null && <del className="num">{before}</del>}
      {after !== null && <ins className="num">{after} </ins>}
    </span>
  );
}
