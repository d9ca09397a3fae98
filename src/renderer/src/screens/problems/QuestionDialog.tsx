import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useScreenDialog } from '../../ui/useScreenDialog.ts';
import { askToLeave } from './questions.ts';

interface QuestionDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly size: number;
  readonly children: ReactNode;
}

/** The frame of the dialogs of this screen; a click outside does not close it. */
export function QuestionDialog({ opened, title, size, children }: QuestionDialogProps) {
  const { t } = useTranslation();
  const isUppermost = useScreenDialog(opened);
  return (
    <Modal
      opened={opened}
      onClose={() => void askToLeave()}
      closeOnEscape={isUppermost}
      closeOnClickOutside={false}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {opened && children}
    </Modal>
  );
}
