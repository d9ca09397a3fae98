import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FORMATS } from '#contract/changesets/sheet.ts';
import type { ExportChoice } from './exportChoice.ts';

interface FormatFieldsProps {
  readonly choice: ExportChoice;
  readonly onChange: (part: Partial<ExportChoice>) => void;
}

const SEPARATORS = [';', ',', '\t'] as const;

/** The inputs for the file format; a CSV also has a separator and a decimal mark. */
export function FormatFields({ choice, onChange }: FormatFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <div>
        <span className="export-label" id={id}>
          {t('sheets.export.format')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          data={[
            { value: 'xlsx', label: 'XLSX (Excel)' },
            { value: 'csv', label: 'CSV' },
            { value: 'json', label: 'JSON' },
          ]}
          value={choice.format}
          onChange={(value) => {
            const format = FORMATS.find((each) => each === value);
            if (format !== undefined) onChange({ format });
          }}
        />
        <p className="quiet export-note">{t(`sheets.export.note.${choice.format}`)}</p>
      </div>
      {choice.format === 'csv' && (
        <div className="export-csv">
          <NativeSelect
            label={t('sheets.import.separator')}
            data={SEPARATORS.map((value) => ({
              value,
              label: value === '\t' ? t('sheets.import.tab') : value,
            }))}
            value={choice.separator}
            onChange={({ currentTarget: { value } }) =>
              onChange({ separator: SEPARATORS.find((each) => each === value) ?? ';' })
            }
          />
          <NativeSelect
            label={t('sheets.import.decimal')}
            data={[
              { value: ',', label: '12,50' },
              { value: '.', label: '12.50' },
            ]}
            value={choice.decimal}
            onChange={({ currentTarget: { value } }) =>
              onChange({ decimal: value === ',' ? ',' : '.' })
            }
          />
        </div>
      )}
    </>
  );
}
