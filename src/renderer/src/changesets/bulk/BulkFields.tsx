import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { BulkChange } from '#contract/changesets/changeset.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import type { NamedField } from '../../fields/model/fields.ts';
import { changeOf, codesFor, fieldsFor, withCode } from './bulkForm.ts';
import type { BulkForm } from './bulkForm.ts';
import { NumberFields } from './NumberFields.tsx';
import { ReplaceFields } from './ReplaceFields.tsx';
import { ValueField } from './ValueField.tsx';
import { closeTask } from '../../fields/undo/tasks.ts';

interface BulkFieldsProps {
  readonly kind: Kind;
  readonly form: BulkForm;
  readonly fields: readonly NamedField[];
  readonly onChange: (form: BulkForm) => void;
  readonly onLook: (change: BulkChange) => void;
  readonly error: AppError | null;
}

/** The form of a bulk change; submitting it only opens the preview. */
export function BulkFields({ kind, form, fields, onChange, onLook, error }: BulkFieldsProps) {
  const { t } = useTranslation();
  const takes = fieldsFor(form.code, fields);
  const chosen = takes.find(({ path }) => path === form.path);
  const change = changeOf(form, chosen?.field);
  const set = (part: Partial<BulkForm>) => onChange({ ...form, ...part });
  return (
    <form
      className="task-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (change !== null) onLook(change);
      }}
    >
      <div className="bulk-pair">
        <NativeSelect
          label={t('sheets.bulk.what')}
          data={codesFor(fields).map((value) => ({
            value,
            label: t(`sheets.bulk.codes.${value}`),
          }))}
          value={form.code}
          onChange={({ currentTarget: { value } }) => {
            const code = codesFor(fields).find((each) => each === value);
            if (code !== undefined) onChange(withCode(form, code, fields));
          }}
        />
        <NativeSelect
          label={t('sheets.bulk.field')}
          data={takes.map(({ path, label }) => ({ value: path, label }))}
          value={form.path}
          onChange={({ currentTarget }) => set({ path: currentTarget.value, value: '' })}
        />
      </div>
      {INPUTS[form.code](form, set, chosen, kind)}
      {error !== null && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={closeTask}>{t('common.actions.cancel')}</Button>
        <Button tone="go" type="submit" disabled={change === null}>
          {t('sheets.bulk.look')}
        </Button>
      </div>
    </form>
  );
}

type Inputs = (
  form: BulkForm,
  set: (part: Partial<BulkForm>) => void,
  chosen: NamedField | undefined,
  kind: Kind,
) => ReactNode;

const INPUTS: Readonly<Record<BulkForm['code'], Inputs>> = {
  set: (form, set, chosen, kind) => (
    <ValueField form={form} set={set} field={chosen?.field} kind={kind} />
  ),
  clear: () => <ClearNote />,
  replace: (form, set) => <ReplaceFields form={form} set={set} />,
  add: (form, set) => <NumberFields form={form} set={set} />,
  percent: (form, set) => <NumberFields form={form} set={set} />,
};

function ClearNote() {
  const { t } = useTranslation();
  return <p className="quiet">{t('sheets.bulk.clearNote')}</p>;
}
