import { AppError } from '#contract/errors.ts';
import type { ErrorData } from '#contract/errors.ts';

/** The error that the core or its shell told of, as one that can be thrown and shown. */
export function toldError({ code, message, ...details }: ErrorData): AppError {
  return new AppError(code, message, details);
}
