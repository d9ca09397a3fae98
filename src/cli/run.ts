import { CommanderError } from 'commander';
import { AppError, asAppError } from '#contract/errors.ts';
import { EXIT } from './exitCodes.ts';
import { report } from './output/report.ts';
import { buildProgram } from './program.ts';

/** Runs one call of the terminal and returns its exit code; never throws. */
export async function run(args: readonly string[]): Promise<number> {
  endQuietlyWithoutReader();
  let exit: number = EXIT.done;
  const program = buildProgram((code) => {
    exit = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    return report(errorOf(error), wantsJson(args));
  }
}

/**
 * Returns any thrown error as an AppError.
 *
 * Unknown commands and options are `invalid`.
 */
export function errorOf(thrown: unknown): AppError {
  if (!(thrown instanceof CommanderError)) return asAppError(thrown);
  if (thrown.code === 'commander.help')
    return new AppError('invalid', 'Enter a command. See: cabinet --help');
  return new AppError('invalid', thrown.message.replace(/^error: /, ''));
}

// The options may have failed to parse, so the argument itself is searched.
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
}

// `cabinet list … | head` closes the pipe early; nothing more can be printed.
function endQuietlyWithoutReader(): void {
  process.stdout.on('error', (error) => {
    if (isWithoutReader(error)) process.exit(EXIT.done);
    throw error;
  });
  // Without a reader of stderr, only messages are lost; the work and its answer continue.
  process.stderr.on('error', (error) => {
    if (!isWithoutReader(error)) throw error;
  });
}

function isWithoutReader(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}
