import { create } from 'zustand';
import type { Kind } from '#contract/resources/resource.ts';

/** What `confirm` asks about; only for what cannot be taken back. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The verb on the button: what will happen. */
  readonly action: string;
}

/** The records whose deletion is asked about; `name` is what one of them is called. */
export interface Deletion {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly name: string;
}

/** The answer to a deletion: delete, let another record take its place first, or neither. */
export type DeletionAnswer = 'delete' | 'replace' | null;

/** The one dialog of the frame that can be open; a screen's own dialogs are the screen's. */
export type Dialog =
  | { readonly id: 'palette'; readonly text: string }
  | { readonly id: 'shortcuts' }
  | { readonly id: 'signIn' }
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

/** Reads which dialog is open inside a component. */
export function useDialog(): Dialog | null {
  return dialogStore((state) => state.open);
}

/** Opens a dialog in place of the one that is open. */
export function openDialog(dialog: Dialog): void {
  leave();
  dialogStore.setState({ open: dialog });
}

/** Closes the open dialog; a question that was open is answered with no. */
export function closeDialog(): void {
  leave();
  dialogStore.setState({ open: null });
}

/** Asks before something that cannot be taken back; resolves to the answer. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog({ id: 'confirm', question, answer: resolve });
  });
}

/** Asks whether records are to be deleted; shows where they are used. */
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
