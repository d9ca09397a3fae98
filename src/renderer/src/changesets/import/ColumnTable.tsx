import { KeyRound } from 'lucide-react';
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ID_COLUMN } from '#contract/changesets/sheet.ts';
import type { Sheet, SheetColumn } from '#contract/changesets/sheet.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { fieldsOf } from '../../fields/model/fields.ts';

interface ColumnTableProps {
  readonly sheet: Sheet;
  readonly kind: Kind;
  readonly onChange: (index: number, field: string | null) => void;
}

/** Lists the columns of a sheet with their field, the reason for the match, and sample values. */
export function ColumnTable({ sheet, kind, onChange }: ColumnTableProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const options = useMemo(
    () => (language === '' ? [] : fieldOptions(kind, t('sheets.import.leftOut'))),
    [kind, t, language],
  );
  const used = sheet.columns.filter(({ field }) => field !== null).length;
  return (
    <table className="column-table">
      <caption>
        {t('sheets.import.matched', { count: used, total: sheet.columns.length })}
        {sheet.keyColumn === null && sheet.issues.length === 0 && (
          <> · {t('sheets.import.allNew')}</>
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('sheets.import.column')}</th>
          <th scope="col">{t('sheets.import.field')}</th>
          <th scope="col">{t('sheets.import.found')}</th>
          <th scope="col">{t('sheets.import.samples')}</th>
        </tr>
      </thead>
      <tbody>
        {sheet.columns.map((column) => (
          <tr key={column.index} data-out={column.field === null}>
            <th scope="row">
              <span className="column-name">
                {nameOf(t, column)}
                {sheet.keyColumn === column.index && (
                  <KeyRound size={13} aria-label={t('sheets.import.key')} />
                )}
              </span>
            </th>
            <td>
              <NativeSelect
                aria-label={t('sheets.import.fieldFor', { name: nameOf(t, column) })}
                data={options}
                value={column.field ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onChange(column.index, value === '' ? null : value)
                }
              />
            </td>
            <td className="quiet">{column.by !== null && t(`sheets.import.by.${column.by}`)}</td>
            <td>
              <Samples column={column} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf(t: TFunction, { name, index }: SheetColumn): string {
  return name === '' ? t('sheets.import.noName', { number: index + 1 }) : name;
}

function fieldOptions(kind: Kind, leftOut: string) {
  return [
    { value: '', label: leftOut },
    { value: ID_COLUMN, label: 'ID' },
    ...fieldsOf(kind).map(({ path, label }) => ({ value: path, label })),
  ];
}

function Samples({ column: { samples } }: { readonly column: SheetColumn }) {
  return (
    <span className="samples">
      {samples.map((sample, index) => (
        // The same value may stand in several rows.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="sample cut" title={sample}>
          {sample}
        </span>
      ))}
    </span>
  );
}
