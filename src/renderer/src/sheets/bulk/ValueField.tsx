import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import { decimalExample } from '../../i18n/format.ts';
import type { BulkForm } from './bulkForm.ts';

interface ValueFieldProps {
  readonly form: BulkForm;
  readonly set: (part: Partial<BulkForm>) => void;
  readonly field: Field | undefined;
}

/** The one value that every selected record gets, typed as its field wants it. */
export function ValueField({ form, set, field }: ValueFieldProps) {
  const { t } = useTranslation();
  if (field === undefined) return null;
  const label = t('sheets.bulk.value');
  if (field.type === 'flag')
    return (
      <NativeSelect
        label={label}
        data={[
          { value: '', label: '–' },
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
        value={form.value}
        onChange={({ currentTarget }) => set({ value: currentTarget.value })}
      />
    );
  const wrong = form.value.trim() !== '' && !field.schema.safeParse(form.value).success;
  const expected = t(`records.expected.${field.type}`, { example: decimalExample() });
  return (
    <TextInput
      label={label}
      type={field.type === 'date' ? 'date' : 'text'}
      value={form.value}
      data-autofocus
      error={wrong && t('records.expects', { expected })}
      onChange={({ currentTarget }) => set({ value: currentTarget.value })}
    />
  );
}
