import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addPercent, addDecimals, roundDecimal } from '#contract/decimal.ts';
import { formatDecimal, formatPrice } from '../../i18n/format.ts';
import { readAmount } from '../../fields/model/readTypedValue.ts';
import { useFaultText } from '../../fields/words.ts';
import { ROUNDINGS } from './bulkForm.ts';
import type { BulkForm } from './bulkForm.ts';

interface NumberFieldsProps {
  readonly form: BulkForm;
  readonly set: (part: Partial<BulkForm>) => void;
}

const EXAMPLE = '12.50';

/** The inputs for the amount and the rounding, with a calculated example. */
export function NumberFields({ form, set }: NumberFieldsProps) {
  const { t } = useTranslation();
  const percent = form.code === 'percent';
  const faultText = useFaultText();
  const read = readAmount(form.amount);
  const typed = 'decimal' in read ? read.decimal : null;
  return (
    <>
      <div className="bulk-pair">
        <TextInput
          label={t(percent ? 'sheets.bulk.percent' : 'sheets.bulk.amount')}
          placeholder={t('sheets.bulk.such', { example: formatDecimal(percent ? '3.5' : '0.20') })}
          inputMode="decimal"
          rightSection={percent ? <span className="quiet">%</span> : null}
          value={form.amount}
          data-autofocus
          error={form.amount.trim() !== '' && 'fault' in read && faultText(read.fault)}
          onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        />
        <NativeSelect
          label={t('sheets.bulk.round')}
          data={ROUNDINGS.map((value) => ({
            value,
            label: value === '' ? t('sheets.bulk.noRound') : formatDecimal(value),
          }))}
          value={form.round}
          onChange={({ currentTarget }) => set({ round: currentTarget.value })}
        />
      </div>
      <p className="quiet num">
        {typed === null
          ? t('sheets.bulk.less')
          : t('sheets.bulk.example', {
              before: formatPrice(EXAMPLE),
              after: formatPrice(exampleOf(form, typed)),
            })}
      </p>
    </>
  );
}

function exampleOf({ code, round }: BulkForm, by: string): string {
  const changed = code === 'percent' ? addPercent(EXAMPLE, by) : addDecimals(EXAMPLE, by);
  return round === '' ? changed : roundDecimal(changed, round);
}
