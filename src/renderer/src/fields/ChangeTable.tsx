import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { changeLines, readingOf } from './values/values.ts';
import type { ChangeLine } from './values/values.ts';
import { useWords } from './useWords.ts';
import './changes.css';

/** Shows the changes of an operation: old and new values, or the values of a new record. */
export function ChangeTable({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const reading = readingOf(operation, useWords());
  const lines = operation.changes.flatMap((change) => changeLines(reading, change));
  if (operation.action === 'remove') return <p className="quiet">{t('outbox.detail.removal')}</p>;
  if (lines.length === 0) return null;
  const isNew = operation.action === 'create';
  return (
    <table className="changes">
      <thead>
        <tr>
          <th scope="col">{t('outbox.detail.field')}</th>
          {!isNew && <th scope="col">{t('outbox.detail.before')}</th>}
          <th scope="col">{t(isNew ? 'outbox.detail.value' : 'outbox.detail.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} isNew={isNew} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ line, isNew }: { readonly line: ChangeLine; readonly isNew: boolean }) {
  const { label, before, after } = line;
  const kept = line.sort === 'value';
  return (
    <tr>
      <th scope="row">{label}</th>
      {!isNew && <td>{kept ? <Old text={before} /> : <Leaving text={before} />}</td>}
      <td>{kept || isNew ? <New text={after} /> : <Joining text={after} />}</td>
    </tr>
  );
}

/** Shows an old value, struck out. */
export function Old({ text }: { readonly text: string | null }) {
  return text === null ? <Nothing /> : <del className={`changes-old ${numeric(text)}`}>{text}</del>;
}

/** Shows a new value. */
export function New({ text }: { readonly text: string | null }) {
  return text === null ? <Nothing /> : <ins className={`changes-new ${numeric(text)}`}>{text}</ins>;
}

// Figures of equal width suit a column of numbers, but not a code or a name.
function numeric(text: string): string {
  return /^[\d\s.,%-]+$/u.test(text) ? 'num' : '';
}

/** Says in words that there is no value. */
export function Nothing() {
  const { t } = useTranslation();
  return <span className="changes-nothing">{t('outbox.nothing')}</span>;
}

function Leaving({ text }: { readonly text: string | null }) {
  const { t } = useTranslation();
  if (text === null) return null;
  return (
    <span className="changes-file">
      <Minus size={12} aria-label={t('outbox.detail.leaves')} />
      <del className="changes-old">{text}</del>
    </span>
  );
}

function Joining({ text }: { readonly text: string | null }) {
  const { t } = useTranslation();
  if (text === null) return null;
  return (
    <span className="changes-file">
      <Plus size={12} aria-label={t('outbox.detail.joins')} />
      <ins className="changes-new">{text}</ins>
    </span>
  );
}
