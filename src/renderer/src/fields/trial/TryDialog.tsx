import { Modal } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { FocusEvent, FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/resources/field.ts';
import { withKeptUpdates } from '#contract/resources/updates.ts';
import { textOf } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAct } from '../../ui/useAct.ts';
import { useScreenDialog } from '../../ui/useScreenDialog.ts';
import { NO_DRAFT } from '../drafts/drafts.ts';
import { FieldRow } from '../FieldRow.tsx';
import { Form, FormText, useForm } from '../form.ts';
import type { FormContext } from '../form.ts';
import { readForm } from '../model/form.ts';
import type { Typed } from '../model/form.ts';
import { sendTrial } from './sendTrial.ts';

interface TryDialogProps {
  readonly name: string;
  /** The id of the record. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks for the value of a trial, sends that field alone, and closes. */
export function TryDialog({ name, id, onClose }: TryDialogProps) {
  const { t } = useTranslation();
  const isUppermost = useScreenDialog();
  const field = useForm().resource.fields[name];
  if (field === undefined) return null;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={isUppermost}
      closeOnClickOutside={false}
      title={t('records.try.title', { name: textOf(field.label) })}
      size={520}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <TrialForm {...{ name, field, id, onClose }} />
    </Modal>
  );
}

function TrialForm({ name, field, id, onClose }: TryDialogProps & { readonly field: Field }) {
  const { t } = useTranslation();
  const form = useTrialForm(useForm(), name);
  const { busy, error, run } = useAct();
  const { kind, resource, record, outcome } = form;
  const value = Object.keys(outcome.faults).length > 0 ? undefined : outcome.values[name];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (value === undefined) return;
    const trial = { kind, ref: id, field: name, value, base: record };
    if (await run(() => sendTrial(trial, textOf(field.label)))) onClose();
  };
  return (
    // The handler only passes the focus on to the first input.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="try-dialog"
      tabIndex={-1}
      data-autofocus
      onFocus={passOn}
      onSubmit={(event) => void submit(event)}
    >
      <p>{t('records.try.text')}</p>
      <Form value={form}>
        <FormText value={t}>
          <FieldRow name={name} field={resource.fields[name] ?? field} quietLock />
        </FormText>
      </Form>
      {error !== null && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('common.actions.cancel')}</Button>
        <Button tone="go" type="submit" busy={busy} disabled={value === undefined}>
          {t('records.try.send')}
        </Button>
      </div>
    </form>
  );
}

/** Passes the focus that the dialog gives to its form on to the first input. */
function passOn({ target, currentTarget }: FocusEvent<HTMLFormElement>): void {
  if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[data-path]')?.focus();
}

/** Returns a form of the same record in which only the tried field can be changed. */
function useTrialForm(form: FormContext, name: string): FormContext {
  const [typed, setTyped] = useState<Typed>({});
  const only = useMemo(() => new Set([name]), [name]);
  const resource = withKeptUpdates(form.resource, only);
  const outcome = useMemo(
    () => readForm(resource, form.record, typed, 'update'),
    [resource, form.record, typed],
  );
  const nothing = () => {};
  const draft: FormContext['draft'] = {
    ...NO_DRAFT,
    typed,
    kept: 'kept',
    restored: false,
    at: null,
    type: (path, text, original) =>
      setTyped(({ [path]: _old, ...rest }) =>
        text === original ? rest : { ...rest, [path]: text },
      ),
    setFiles: nothing,
    forget: nothing,
    discard: nothing,
    settle: nothing,
    seen: nothing,
  };
  const key = `try:${form.key}:${name}`;
  return { ...form, key, resource, draft, outcome, strict: false, undo: null, askToTry: null };
}
