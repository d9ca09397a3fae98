import { Input, NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { KnownInput } from '../../fields/KnownInput.tsx';
import { hasKnownValues } from '../../fields/search/known.ts';
import { useFaultText } from '../../fields/words.ts';
import { setValue } from './bulkForm.ts';
import type { BulkForm } from './bulkForm.ts';

interface ValueFieldProps {
  readonly form: BulkForm;
  readonly set: (part: Partial<BulkForm>) => void;
  readonly field: Field | undefined;
  readonly kind: Kind;
}

/** The input for the value that all selected records get, by the type of the field. */
export function ValueField({ form, set, field, kind }: ValueFieldProps) {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const id = useId();
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
  const fault = read !== null && 'fault' in read ? faultText(read.fault) : null;
  if (hasKnownValues(resourceOf(kind), form.path))
    return (
      <Input.Wrapper id={id} label={label} error={fault}>
        <KnownInput
          id={id}
          className="text-input"
          known={{ kind, path: form.path }}
          text={form.value}
          marks={form.value !== ''}
          aria-invalid={fault !== null}
          data-autofocus
          onText={(value) => set({ value })}
        />
      </Input.Wrapper>
    );
  return (
    <TextInput
      label={label}
      type={field.type === 'date' ? 'date' : 'text'}
      value={form.value}
      data-autofocus
      error={fault}
      onChange={({ currentTarget }) => set({ value: currentTarget.value })}
    />
  );
}
