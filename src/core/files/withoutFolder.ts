import path from 'node:path';
import { AppError, asAppError } from '#contract/errors.ts';

/** Returns an error without the temporary folder of a file: a window must not see that path. */
export function withoutFolder(thrown: unknown, folder: string): AppError {
  const error = asAppError(thrown);
  const plain = (sentence: string) => sentence.replaceAll(folder + path.sep, '');
  const issues = error.details.issues?.map((each) => ({ ...each, value: plain(each.value) }));
  const details = issues === undefined ? error.details : { ...error.details, issues };
  return new AppError(error.code, plain(error.message), details, { cause: thrown });
}
