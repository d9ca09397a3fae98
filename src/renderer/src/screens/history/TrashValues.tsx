import { FileCheck2, FileX2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readRecord } from '#contract/values.ts';
import { baseName, fieldOf, labelOf, valueText } from '../../fields/values/values.ts';
import { useWords } from '../../fields/useWords.ts';

/** Shows the last known values of a deleted record, and its files still available. */
export function TrashValues({ deleted }: { readonly deleted: Output<'trash.get'> }) {
  const { t } = useTranslation();
  const words = useWords();
  const { item, record } = deleted;
  const resource = resourceOf(item.kind);
  const reading = { kind: item.kind, words, fileName: () => undefined };
  const values = readRecord(resource, record);
  const shown = Object.keys(resource.fields).flatMap((name) => {
    const text = valueText(reading, fieldOf(item.kind, name), values[name]);
    return text === null ? [] : [{ name, text }];
  });
  return (
    <>
      <section aria-labelledby="trash-values">
        <h3 id="trash-values" className="heading">
          {t('past.trash.values')}
        </h3>
        <table className="trash-values">
          <tbody>
            {shown.map(({ name, text }) => (
              <tr key={name}>
                <th scope="row">{labelOf(item.kind, name, words)}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {item.files.length > 0 && (
        <section aria-labelledby="trash-files">
          <h3 id="trash-files" className="heading">
            {t('past.trash.files')}
          </h3>
          <ul className="trash-notes">
            {item.files.map(({ field, path, sha256 }) => {
              const Icon = sha256 === null ? FileX2 : FileCheck2;
              return (
                <li key={`${field} ${path}`}>
                  <Icon size={14} aria-hidden />
                  <span>
                    {baseName(path)}{' '}
                    <span className="quiet">
                      {t(sha256 === null ? 'past.trash.noCopy' : 'past.trash.copy')}
                    </span>
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}
