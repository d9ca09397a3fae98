import { Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/operations.ts';
import { changeLines, readingOf } from '../../../fields/values/values.ts';
import type { ChangeLine } from '../../../fields/values/values.ts';
import { fromDifference } from '../../../fields/values/sideBySide.ts';
import { useWords } from '../../../fields/useWords.ts';

/** Shows a short summary of an operation's changes: `Price 8.90 → 9.20 +2 more`. */
export function ShortChange({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation();
  const words = useWords();
  const { action, changes, files } = operation;
  if (action === 'remove') return <span className="quiet">{t('outbox.wholeRecord')}</span>;
  if (action === 'create')
    return (
      <span className="quiet cut">
        {t('outbox.fields', { count: changes.length })}
        {files.length > 0 && <Files count={files.length} />}
      </span>
    );
  const reading = readingOf(operation, words);
  const lines = changes.flatMap((change) => changeLines(reading, change));
  const [line] = lines;
  if (line === undefined) return null;
  const first = { ...line, ...fromDifference(line) };
  return (
    <span className="short cut">
      <span className="quiet">{first.label} </span>
      {first.before !== null && isShort(first) && <del className="num">{first.before}</del>}
      {first.after !== null && <ins className="num"> {first.after}</ins>}
      {first.after === null && first.sort === 'value' && (
        <span className="quiet"> {t('outbox.nothing')}</span>
      )}
      {lines.length > 1 && (
        <span className="quiet"> {t('outbox.moreFields', { count: lines.length - 1 })}</span>
      )}
    </span>
  );
}

const SHORT = 36;

// Two long texts side by side would leave no room for the new one.
function isShort({ before, after }: ChangeLine): boolean {
  return after === null || (before ?? '').length + after.length <= SHORT;
}

function Files({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  return (
    <>
      {' · '}
      <Paperclip size={12} aria-hidden className="short-clip" /> {t('common.files', { count })}
    </>
  );
}
