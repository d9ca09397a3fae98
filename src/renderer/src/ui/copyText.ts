import i18next from 'i18next';
import { toast } from '../state/toasts.ts';

/** Copies a text to the clipboard and shows a toast with the result. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast(i18next.t('common.notCopied'), null, 'bad');
    return;
  }
  toast(said);
}
