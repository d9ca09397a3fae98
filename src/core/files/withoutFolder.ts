import path from 'node:path';
import { AppError, asAppError } from '#contract/errors.ts';

/** Returns an error that names a file without the folder it lay in for a moment: a window learns no place. */
export function withoutFolder(thrown: unknown, folder: string): AppError {
  const error = asAppError(thrown);
  const plain = (sentence: string) => sentence.replaceAll(folder + path.sep, '');
  const issues = error.details.issues?.map((each) => ({ ...each, value: plain(each.value) }));
  const details = issues === undefined ? error.details : { ...error.details, issues };
  return new AppError(error.code, plain(error.message), details, { cause: thrown });
}
