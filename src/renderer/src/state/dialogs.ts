import { create } from 'zustand';
import type { Kind } from '#contract/resources/resource.ts';

/**
 * The question of a `confirm` dialog.
 *
 * Used only for actions that cannot be undone.
 */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The verb on the confirming button. */
  readonly action: string;
}

/**
 * The records to delete.
 *
 * `name` is the display name of one of them.
 */
export interface Deletion {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly name: string;
}

/** The user's answer to a deletion: delete, replace by another record first, or cancel (null). */
export type DeletionAnswer = 'delete' | 'replace' | null;

/**
 * The one dialog of the frame that can be open.
 *
 * Screens keep their own dialogs themselves.
 */
export type Dialog =
  | { readonly id: 'palette'; readonly text: string }
  | { readonly id: 'shortcuts' }
  | { readonly id: 'help'; readonly page: 'manual' | 'news' | 'log' }
  | { readonly id: 'signIn' }
  /** Asks for the password of the proxy; `behind` is the dialog that it replaced. */
  | { readonly id: 'proxy'; readonly behind?: 'signIn' }
  /** Asks for a client certificate; `url` is the address that gets it, by default the profile's. */
  | { readonly id: 'certificate'; readonly url?: string; readonly behind?: 'signIn' }
  | {
      readonly id: 'confirm';
      readonly question: Question;
      readonly answer: (yes: boolean) => void;
    }
  | {
      readonly id: 'delete';
      readonly deletion: Deletion;
      readonly answer: (answer: DeletionAnswer) => void;
    };

interface DialogState {
  readonly open: Dialog | null;
}

export const dialogStore = create<DialogState>(() => ({ open: null }));

/** Reads the open dialog inside a component. */
export function useDialog(): Dialog | null {
  return dialogStore((state) => state.open);
}

/** Opens a dialog and closes the one that was open. */
export function openDialog(dialog: Dialog): void {
  leave();
  dialogStore.setState({ open: dialog });
}

/** Closes the open dialog and answers an open question with no. */
export function closeDialog(): void {
  leave();
  dialogStore.setState({ open: null });
}

/**
 * Asks before an action that cannot be undone.
 *
 * Resolves to the answer.
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog({ id: 'confirm', question, answer: resolve });
  });
}

/** Asks whether to delete records and shows where they are used. */
export function confirmDeletion(deletion: Deletion): Promise<DeletionAnswer> {
  return new Promise((resolve) => {
    openDialog({ id: 'delete', deletion, answer: resolve });
  });
}

function leave(): void {
  const { open } = dialogStore.getState();
  if (open?.id === 'confirm') open.answer(false);
  if (open?.id === 'delete') open.answer(null);
}
