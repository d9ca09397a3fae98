import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { useScreenDialog } from '../../../ui/useScreenDialog.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';

interface SaveViewProps {
  readonly opened: boolean;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onSave: (name: string) => Promise<void>;
}

export function SaveView(props: SaveViewProps) {
  const { t } = useTranslation();
  const isUppermost = useScreenDialog(props.opened);
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      closeOnEscape={isUppermost}
      closeOnClickOutside={false}
      title={t('records.views.title')}
      size={400}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {props.opened && <NameForm {...props} />}
    </Modal>
  );
}

function NameForm({ taken, onClose, onSave }: SaveViewProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const trimmed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '') return;
    onSave(trimmed).then(onClose, (thrown: unknown) => setError(asAppError(thrown)));
  };
  return (
    <form className="save-view" onSubmit={submit}>
      <TextInput
        label={t('records.views.name')}
        description={t('records.views.keeps')}
        value={name}
        maxLength={80}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {taken.includes(trimmed) && <p className="quiet">{t('records.views.taken')}</p>}
      {error !== null && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('common.actions.cancel')}</Button>
        <Button tone="go" type="submit" disabled={trimmed === ''}>
          {t('common.actions.save')}
        </Button>
      </div>
    </form>
  );
}
