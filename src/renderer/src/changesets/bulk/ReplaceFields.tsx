import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BulkForm } from './bulkForm.ts';

interface ReplaceFieldsProps {
  readonly form: BulkForm;
  readonly set: (part: Partial<BulkForm>) => void;
}

/** The inputs for the text to find and its replacement. */
export function ReplaceFields({ form, set }: ReplaceFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="bulk-pair">
        <TextInput
          label={t('sheets.bulk.find')}
          value={form.find}
          maxLength={1000}
          data-autofocus
          onChange={({ currentTarget }) => set({ find: currentTarget.value })}
        />
        <TextInput
          label={t('sheets.bulk.with')}
          value={form.replacement}
          maxLength={1000}
          onChange={({ currentTarget }) => set({ replacement: currentTarget.value })}
        />
      </div>
      <div className="bulk-checks">
        <Checkbox
          size="xs"
          label={t('sheets.bulk.matchCase')}
          checked={form.matchCase}
          onChange={({ currentTarget }) => set({ matchCase: currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('sheets.bulk.wholeValue')}
          checked={form.wholeValue}
          onChange={({ currentTarget }) => set({ wholeValue: currentTarget.checked })}
        />
      </div>
    </>
  );
}
