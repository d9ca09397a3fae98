import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ENCODINGS } from '#contract/changesets/sheet.ts';
import type { Dialect, Sheet } from '#contract/changesets/sheet.ts';

interface DialectFormProps {
  readonly sheet: Sheet;
  readonly onChange: (dialect: Partial<Dialect>) => void;
}

const SEPARATORS = [';', ',', '\t', '|'] as const;

/** The detected format of the sheet; all of it can be changed. */
export function DialectForm({ sheet, onChange }: DialectFormProps) {
  const { t } = useTranslation();
  const { dialect, format } = sheet;
  return (
    <section className="dialect scroll" aria-label={t('sheets.import.reading')}>
      <h3 className="heading">{t('sheets.import.reading')}</h3>
      {format === 'csv' && <TextFormat dialect={dialect} onChange={onChange} />}
      {format === 'xlsx' && <WorkbookFormat sheet={sheet} onChange={onChange} />}
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
      {format !== 'json' && <HeadRow dialect={dialect} onChange={onChange} />}
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

/** The input for the row of column names. */
function HeadRow({ dialect: { headerRow }, onChange }: FormPartProps) {
  const { t } = useTranslation();
  return (
    <>
      <NumberInput
        label={t('sheets.import.headerRow')}
        min={1}
        max={1000}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={headerRow}
        onChange={(value) => {
          if (typeof value === 'number' && value >= 1 && value !== headerRow)
            onChange({ headerRow: value });
        }}
      />
      {headerRow > 1 && (
        <p className="dialect-note" role="status">
          {t('sheets.import.above', { count: headerRow - 1 })}
        </p>
      )}
    </>
  );
}

/** The inputs for the worksheet and for hidden rows. */
function WorkbookFormat({ sheet, onChange }: DialectFormProps) {
  const { t } = useTranslation();
  const { dialect, worksheets, hiddenWorksheets, hiddenRows } = sheet;
  return (
    <>
      <NativeSelect
        label={t('sheets.import.worksheet')}
        data={worksheets.map((name) => ({
          value: name,
          label: hiddenWorksheets.includes(name) ? t('sheets.import.hiddenSheet', { name }) : name,
        }))}
        value={dialect.worksheet ?? ''}
        onChange={({ currentTarget }) => onChange({ worksheet: currentTarget.value })}
      />
      {hiddenRows > 0 && (
        <NativeSelect
          label={t('sheets.import.hiddenRows', { count: hiddenRows })}
          data={[
            { value: 'skip', label: t('sheets.import.hiddenSkip') },
            { value: 'take', label: t('sheets.import.hiddenTake') },
          ]}
          value={dialect.hiddenRows}
          onChange={({ currentTarget }) =>
            onChange({ hiddenRows: currentTarget.value === 'take' ? 'take' : 'skip' })
          }
        />
      )}
    </>
  );
}

interface FormPartProps extends Pick<DialectFormProps, 'onChange'> {
  readonly dialect: Dialect;
}

function TextFormat({ dialect, onChange }: FormPartProps) {
  const { t } = useTranslation();
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
      <Separator value={dialect.separator} onChange={(separator) => onChange({ separator })} />
    </>
  );
}

interface SeparatorProps {
  readonly value: string;
  readonly onChange: (separator: string) => void;
}

const OTHER = 'other';

/** The input for the separator: a usual character or any other. */
function Separator({ value, onChange }: SeparatorProps) {
  const { t } = useTranslation();
  const [typing, setTyping] = useState(false);
  const isUsual = SEPARATORS.some((each) => each === value);
  const isOther = typing || !isUsual;
  return (
    <>
      <NativeSelect
        label={t('sheets.import.separator')}
        data={[
          ...SEPARATORS.map((each) => ({
            value: each,
            label: each === '\t' ? t('sheets.import.tab') : each,
          })),
          { value: OTHER, label: t('sheets.import.otherSeparator') },
        ]}
        value={isOther ? OTHER : value}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          setTyping(chosen === OTHER);
          if (chosen !== OTHER) onChange(chosen);
        }}
      />
      {isOther && (
        <TextInput
          aria-label={t('sheets.import.separatorIs')}
          maxLength={1}
          defaultValue={isUsual ? '' : value}
          onChange={({ currentTarget }) => {
            if (currentTarget.value.length === 1) onChange(currentTarget.value);
          }}
        />
      )}
    </>
  );
}
