import i18next from 'i18next';
import { asAppError } from '#contract/errors.ts';
import { toast } from '../state/toasts.ts';
import { errorText } from './ErrorNotice.tsx';

/** Shows an error as a toast, for actions without a place on screen. */
export function tellError(thrown: unknown): void {
  toast(errorText(i18next.t, asAppError(thrown)), null, 'bad');
}
