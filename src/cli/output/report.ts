import type { AppError } from '#contract/errors.ts';
import { exitOfError } from '../exitCodes.ts';
import { say } from '../shell.ts';
import { printed } from './text.ts';

/**
 * Prints an error on stderr, and with `--json` as a document on stdout.
 *
 * Returns its exit code.
 */
export function report(error: AppError, json: boolean): number {
  if (json) process.stdout.write(`${printed({ error: error.toData() })}\n`);
  say(error.message);
  if (process.env['CABINET_DEBUG'] !== undefined && error.stack !== undefined) say(error.stack);
  return exitOfError(error.code);
}
