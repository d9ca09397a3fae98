import type { AppError } from '#contract/errors.ts';

/**
 * Whether a screen with one piece of work open shows the list of all of them. One that was removed meanwhile leads
 * back there; one that cannot be read now stays as it was, or says why it is not in sight.
 */
export function isHome(opened: string | null, error: AppError | null): boolean {
  return opened === null || error?.code === 'not-found';
}
