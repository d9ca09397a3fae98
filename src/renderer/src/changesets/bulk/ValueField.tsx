import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import { useFaultText } from '../../fields/words.ts';
import { setValue } from './bulkForm.ts';
import type { BulkForm } from './bulkForm.ts';

interface ValueFieldProps {
  readonly form: BulkForm;
  readonly set: (part: Partial<BulkForm>) => void;
  readonly field: Field | undefined;
}

/** The input for the value that all selected records get, by the type of the field. */
export function ValueField({ form, set, field }: ValueFieldProps) {
  const { t } = useTranslation();
  const faultText = useFaultText();
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
  const read = setValue(form.value, field);
  return (
    <TextInput
      label={label}
      type={field.type === 'date' ? 'date' : 'text'}
      value={form.value}
      data-autofocus
      error={read !== null && 'fault' in read && faultText(read.fault)}
      onChange={({ currentTarget }) => set({ value: currentTarget.value })}
    />
  );
}
