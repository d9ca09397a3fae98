import { NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ENCODINGS } from '#contract/plans/sheet.ts';
import type { Dialect, Sheet } from '#contract/plans/sheet.ts';

interface DialectFormProps {
  readonly sheet: Sheet;
  readonly onChange: (dialect: Partial<Dialect>) => void;
}

const SEPARATORS = [';', ',', '\t', '|'] as const;

/** How the sheet is read: everything here was found out and can be changed. */
export function DialectForm({ sheet, onChange }: DialectFormProps) {
  const { t } = useTranslation();
  const { dialect, format } = sheet;
  return (
    <section className="dialect scroll" aria-label={t('sheets.import.reading')}>
      <h3 className="heading">{t('sheets.import.reading')}</h3>
      {format === 'csv' && <TextFormat dialect={dialect} onChange={onChange} />}
      {format === 'xlsx' && (
        <NativeSelect
          label={t('sheets.import.worksheet')}
          data={[...sheet.worksheets]}
          value={dialect.worksheet ?? ''}
          onChange={({ currentTarget }) => onChange({ worksheet: currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t('sheets.import.decimal')}
        data={[
          { value: ',', label: '12,50' },
          { value: '.', label: '12.50' },
        ]}
        value={dialect.decimal}
        onChange={({ currentTarget }) =>
          onChange({ decimal: currentTarget.value === ',' ? ',' : '.' })
        }
      />
      {sheet.ambiguous !== null && (
        <p className="dialect-note" role="status">
          {t('sheets.import.ambiguous', { number: sheet.ambiguous })}
        </p>
      )}
      {format !== 'json' && (
        <NumberInput
          label={t('sheets.import.headerRow')}
          min={1}
          max={1000}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={dialect.headerRow}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1 && value !== dialect.headerRow)
              onChange({ headerRow: value });
          }}
        />
      )}
      <NativeSelect
        label={t('sheets.import.empty')}
        data={[
          { value: 'keep', label: t('sheets.import.emptyKeep') },
          { value: 'clear', label: t('sheets.import.emptyClear') },
        ]}
        value={dialect.empty}
        onChange={({ currentTarget }) =>
          onChange({ empty: currentTarget.value === 'clear' ? 'clear' : 'keep' })
        }
      />
    </section>
  );
}

function TextFormat({
  dialect,
  onChange,
}: Omit<DialectFormProps, 'sheet'> & { readonly dialect: Dialect }) {
  const { t } = useTranslation();
  const separators = SEPARATORS.some((each) => each === dialect.separator)
    ? SEPARATORS
    : [...SEPARATORS, dialect.separator];
  return (
    <>
      <NativeSelect
        label={t('sheets.import.encoding')}
        data={ENCODINGS.map((value) => ({ value, label: t(`sheets.encodings.${value}`) }))}
        value={dialect.encoding}
        onChange={({ currentTarget }) => {
          const encoding = ENCODINGS.find((each) => each === currentTarget.value);
          if (encoding !== undefined) onChange({ encoding });
        }}
      />
      <NativeSelect
        label={t('sheets.import.separator')}
        data={separators.map((value) => ({
          value,
          label: value === '\t' ? t('sheets.import.tab') : value,
        }))}
        value={dialect.separator}
        onChange={({ currentTarget }) => onChange({ separator: currentTarget.value })}
      />
    </>
  );
}
