import i18next from 'i18next';
import { toast } from '../state/toasts.ts';

/** Puts a text into the clipboard and says so; says it too where the system did not take it. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast(i18next.t('common.notCopied'), null, 'bad');
    return;
  }
  toast(said);
}
