import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeysHeld } from '../../keys/useHotkeys.ts';
import { useIsUppermost } from '../../state/dialogs.ts';
import { askToLeave } from './questions.ts';

interface QuestionDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly size: number;
  readonly children: ReactNode;
}

/** The frame of a question about problems; a slip beside it closes nothing. */
export function QuestionDialog({ opened, title, size, children }: QuestionDialogProps) {
  const { t } = useTranslation();
  useKeysHeld(opened);
  const isUppermost = useIsUppermost();
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
