import { text as readAll } from 'node:stream/consumers';
import { invalid } from '#contract/errors.ts';
import { clean } from '../output/text.ts';
import { askHidden } from './ask.ts';

/** The ways to give a password or a passphrase. */
export interface PasswordSource {
  readonly fromStdin: boolean;
  /** The password of the environment, if there is one. */
  readonly given?: string | undefined;
  /** Whose password it is, as the question names it. */
  readonly of: string;
  /** Whether it may be empty, as a passphrase may. */
  readonly mayBeEmpty?: boolean;
  /** The ways besides `--password-stdin`, for the error. */
  readonly expected: string;
}

/** Reads a password from stdin, the environment or the terminal; throws `invalid` without one. */
export async function readPassword(source: PasswordSource): Promise<string> {
  const password = source.fromStdin
    ? (await readAll(process.stdin)).replace(/\r?\n$/, '')
    : (source.given ?? (await askInTerminal(source.of)));
  const isEnough = password !== '' || source.mayBeEmpty === true;
  if (password !== undefined && isEnough) return password;
  const expected = source.fromStdin ? 'the password on stdin' : source.expected;
  throw invalid([{ place: 'password', value: 'missing', expected }]);
}

function askInTerminal(of: string): Promise<string> | undefined {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return askHidden(`Password of ${clean(of)}: `, stdin, stderr);
}
