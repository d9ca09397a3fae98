import { AppError } from '#contract/errors.ts';
import type { ErrorData } from '#contract/errors.ts';

/** Returns error data of the core or the shell as an AppError. */
export function toldError({ code, message, ...details }: ErrorData): AppError {
  return new AppError(code, message, details);
}
