import type { AppError } from '#contract/errors.ts';

/**
 * Returns whether a screen with an open item shows its list instead.
 *
 * An item that was removed meanwhile leads back to the list. If the item cannot be read, the screen
 * stays and shows the error.
 */
export function isHome(opened: string | null, error: AppError | null): boolean {
  return opened === null || error?.code === 'not-found';
}
