import i18next from 'i18next';
import { asAppError } from '#contract/errors.ts';
import { toast } from '../state/toasts.ts';
import { errorText } from './ErrorNotice.tsx';

/** Says why something was not done, where nothing that stays on the screen could. */
export function tellError(thrown: unknown): void {
  toast(errorText(i18next.t, asAppError(thrown)), null, 'bad');
}
