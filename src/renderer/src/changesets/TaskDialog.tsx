import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useScreenDialog } from '../ui/useScreenDialog.ts';
import { leaveTouched } from '../fields/undo/tasks.ts';
import './sheets.css';

interface TaskDialogProps {
  readonly title: string;
  readonly size: 'small' | 'middle' | 'large';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const SIZES = { small: 480, middle: 900, large: 'min(1280px, calc(100vw - 64px))' } as const;

/** The frame of a task's dialog: small for a form, nearly the whole window for a table. */
export function TaskDialog({ title, size, onClose, children }: TaskDialogProps) {
  const { t } = useTranslation();
  const isUppermost = useScreenDialog();
  return (
    <Modal
      opened
      onClose={() => void leaveTouched(onClose)}
      closeOnEscape={isUppermost}
      title={title}
      size={SIZES[size]}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      classNames={size === 'large' ? { content: 'task-large', body: 'task-body' } : {}}
      padding={0}
    >
      {children}
    </Modal>
  );
}
