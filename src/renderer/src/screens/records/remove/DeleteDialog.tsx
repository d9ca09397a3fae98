import { Modal } from '@mantine/core';
import { Replace } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MOST_USED_REFS } from '#contract/procedures.ts';
import type { Output } from '#contract/procedures.ts';
import { closeDialog, dialogStore } from '../../../state/dialogs.ts';
import type { Deletion, DeletionAnswer, Dialog } from '../../../state/dialogs.ts';
import { useSettings } from '../../../state/settings.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { goToRecord } from '../../../state/view.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorLine } from '../../../ui/ErrorNotice.tsx';
import { UserName } from '../panel/UserName.tsx';
import './deleteDialog.css';

interface DeleteDialogProps {
  readonly dialog: Extract<Dialog, { id: 'delete' }>;
}

/** Asks before records are deleted, and lists the records that use them. */
export function DeleteDialog({ dialog }: DeleteDialogProps) {
  const { t } = useTranslation();
  const { kind, ids, name } = dialog.deletion;
  const count = ids.length;
  const isChecked = count <= MOST_USED_REFS;
  const used = useProcedure('records.usedByAny', isChecked ? { kind, refs: [...ids] } : null);
  const answer = (choice: DeletionAnswer) => {
    dialogStore.setState({ open: null });
    dialog.answer(choice);
  };
  const canReplace = count === 1 && used.data?.users.some(({ replaceable }) => replaceable);
  return (
    <Modal
      opened
      onClose={closeDialog}
      title={t('records.remove.title', { count, name })}
      size={480}
      withCloseButton={false}
    >
      <Outlook {...dialog.deletion} />
      {!isChecked && (
        <p className="confirm-text">{t('records.remove.unchecked', { count: MOST_USED_REFS })}</p>
      )}
      {used.error !== null && <ErrorLine error={used.error} role="alert" />}
      {isChecked && used.error === null && <Users count={count} used={used.data} />}
      <div className="dialog-actions">
        <Button data-autofocus onClick={closeDialog}>
          {t('common.actions.cancel')}
        </Button>
        {canReplace === true && (
          <Button icon={Replace} onClick={() => answer('replace')}>
            {t('records.remove.replace')}
          </Button>
        )}
        <Button tone="bad" onClick={() => answer('delete')}>
          {t('records.remove.action', { count })}
        </Button>
      </div>
    </Modal>
  );
}

/** Says when the records are deleted and for how long they can be restored. */
function Outlook({ kind, ids }: Deletion) {
  const { t } = useTranslation();
  const days = useSettings(({ settings }) => settings?.trashDays ?? null);
  const [ref = ''] = ids;
  const { data } = useProcedure('records.get', ids.length === 1 ? { kind, ref } : null);
  if (data?.serviceId === null) return <p className="confirm-text">{t('records.remove.unsent')}</p>;
  return (
    <p className="confirm-text">
      {t('records.remove.text', { count: ids.length })}{' '}
      {days !== null && t('records.remove.again', { count: days })}
    </p>
  );
}

interface UsersProps {
  readonly count: number;
  readonly used: Output<'records.usedByAny'> | undefined;
}

function openUser({ kind, id }: Output<'records.usedByAny'>['users'][number]): void {
  closeDialog();
  goToRecord(kind, id);
}

function Users({ count, used }: UsersProps) {
  const { t } = useTranslation();
  const isOne = count === 1;
  if (used === undefined)
    return <output className="confirm-text quiet">{t('records.remove.looking')}</output>;
  const { total, users } = used;
  if (total === 0)
    return (
      <p className="confirm-text">
        {t(isOne ? 'records.remove.unused' : 'records.remove.unusedMany')}
      </p>
    );
  const more = total - users.length;
  const open = users.filter(({ replaceable }) => replaceable).length;
  const label = t(isOne ? 'records.remove.used' : 'records.remove.usedMany', { count: total });
  return (
    <>
      <p className="confirm-text delete-used" id="delete-used">
        {label}
      </p>
      <ul className="users delete-users" aria-labelledby="delete-used">
        {users.map((user) => (
          <li key={`${user.kind} ${user.id}`}>
            <button type="button" className="user" onClick={() => openUser(user)}>
              <UserName user={user} />
            </button>
          </li>
        ))}
        {more > 0 && (
          <li className="quiet users-more">{t('records.used.more', { count: more })}</li>
        )}
      </ul>
      {isOne && (
        <p className="confirm-text">
          {open === 0 ? t('records.remove.fixed') : t('records.remove.open', { count: open })}
        </p>
      )}
    </>
  );
}
