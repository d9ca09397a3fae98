import { useTranslation } from 'react-i18next';
import { isObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ReadSheet } from '#contract/productDrafts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { plain } from '../../fields/values/plain.ts';
import { useWords } from '../../fields/useWords.ts';
import { placeName } from '../problems/problemWords.ts';
import { placesOf } from '../../fields/model/form.ts';

const SHOWN = 8;

interface PastedRowsProps {
  readonly sheet: ReadSheet;
  readonly onFields: (fields: readonly (string | null)[]) => void;
}

/** Previews the first rows, with a field selector for each column. */
export function PastedRows({ sheet, onFields }: PastedRowsProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { kind, columns, rows } = sheet;
  const fields = columns.map(({ field }) => field);
  const names = fieldsOf(kind);
  const change = (at: number, field: string) =>
    onFields(
      fields.map((old, index) => {
        if (index === at) return field === '' ? null : field;
        // Only one column can fill a field.
        return old === field ? null : old;
      }),
    );
  const nameOf = (at: number) => columns[at]?.name || t('sheets.import.noName', { number: at + 1 });
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="paste-table scroll" tabIndex={0}>
      <table>
        <caption className="unseen">{t('plan.paste.preview')}</caption>
        <thead>
          <tr>
            {fields.map((field, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} scope="col">
                <span className="quiet cut">{nameOf(at)}</span>
                <select
                  aria-label={t('plan.paste.field', { name: nameOf(at) })}
                  value={field ?? ''}
                  onChange={(event) => change(at, event.target.value)}
                >
                  <option value="">{t('plan.paste.skip')}</option>
                  {names.map((name) => (
                    <option key={name} value={name}>
                      {placeName(kind, name, words)}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {fields.map((field, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at}>{field === null ? '' : cellOf(row, field)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && (
        <p className="quiet">{t('plan.paste.more', { count: rows.length - SHOWN })}</p>
      )}
    </div>
  );
}

/** Returns the fields and parts that a create accepts and that fit into a cell. */
function fieldsOf(kind: Kind): readonly string[] {
  return Object.entries(resourceOf(kind).fields).flatMap(([name, field]) =>
    field.create === 'never' || field.type === 'file' || field.type === 'files'
      ? []
      : placesOf(name, field).map(({ path }) => path),
  );
}

function cellOf(row: JsonObject, path: string): string {
  const [name = '', part] = path.split('.');
  const value = row[name];
  const inner = part !== undefined && value !== undefined && isObject(value) ? value[part] : value;
  return inner === undefined || inner === null ? '' : plain(inner);
}
