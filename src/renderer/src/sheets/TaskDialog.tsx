import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortcuts } from '../keys/shortcuts.ts';
import type { Hotkeys } from '../keys/useHotkeys.ts';
import { useHotkeys } from '../keys/useHotkeys.ts';
import { useDialog } from '../state/dialogs.ts';
import { leavePreview } from './tasks.ts';
import './sheets.css';

interface TaskDialogProps {
  readonly title: string;
  readonly size: 'small' | 'middle' | 'large';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

// Under a task nothing else happens by key, except what its own dialog handles and Escape leaves.
const NOTHING_ELSE: Hotkeys = {
  undo: () => true,
  add: () => true,
  ...Object.fromEntries(
    shortcuts
      .filter(({ id, scope }) => scope === 'everywhere' && id !== 'leave')
      .map(({ id }) => [id, () => true]),
  ),
};

const SIZES = { small: 480, middle: 900, large: 'min(1280px, calc(100vw - 64px))' } as const;

/** The frame of a task's dialog: a form, or nearly the whole window for a table. */
export function TaskDialog({ title, size, onClose, children }: TaskDialogProps) {
  const { t } = useTranslation();
  useHotkeys(NOTHING_ELSE);
  // Escape answers the question that stands above, and only that.
  const asked = useDialog() !== null;
  return (
    <Modal
      opened
      onClose={() => void leavePreview(onClose)}
      closeOnEscape={!asked}
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
