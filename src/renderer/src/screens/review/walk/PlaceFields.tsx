import { useTranslation } from 'react-i18next';
import { resourceOf } from '#contract/resources/registry.ts';
import { readRecord } from '#contract/values.ts';
import { changeLines, fieldOf, labelOf, valueText } from '../../../fields/values/values.ts';
import { useWords } from '../../../fields/useWords.ts';
import type { ReviewPlace } from './useWalk.ts';

/** Shows all values of the record; those changed since the last review come first. */
export function PlaceFields({ place }: { readonly place: ReviewPlace }) {
  const { t } = useTranslation();
  const words = useWords();
  const { kind, record, changes } = place;
  if (record === null) return null;
  const resource = resourceOf(kind);
  const reading = { kind, words, fileName: () => undefined };
  const changed = new Set(changes.map(({ field }) => field));
  const values = readRecord(resource, record.record);
  const rest = Object.keys(resource.fields).flatMap((name) => {
    const text = changed.has(name) ? null : valueText(reading, fieldOf(kind, name), values[name]);
    return text === null ? [] : [{ name, text }];
  });
  const lines = changes.flatMap((change) => changeLines(reading, change));
  return (
    <table className="place-fields">
      <caption className="unseen">{t('review.fields')}</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className="place-changed">
            <th scope="row">{line.label}</th>
            <td>
              <del className="quiet num">{line.before ?? t('common.empty')}</del>{' '}
              <ins className="num">{line.after ?? t('common.empty')}</ins>
            </td>
          </tr>
        ))}
        {rest.map(({ name, text }) => (
          <tr key={name}>
            <th scope="row">{labelOf(kind, name, words)}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
