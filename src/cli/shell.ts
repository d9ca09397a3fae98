import type { Policy } from '#contract/managed.ts';
import { clean, printed } from './output/text.ts';

/** The context of a command: output, profile and policy. */
export interface Shell {
  readonly json: boolean;
  readonly dataDir: string | undefined;
  readonly profile: string | undefined;
  /** The policy of this workstation's managed file. */
  readonly policy: Policy;
  /** Prints the answer on stdout: a JSON document with `--json`, otherwise the text. */
  readonly show: (answer: object, text: () => string) => void;
  /** Prints a message on stderr, which scripts do not read. */
  readonly say: (sentence: string) => void;
}

/** The global options as given. */
export interface GlobalOptions {
  readonly json?: boolean | undefined;
  readonly dataDir?: string | undefined;
  readonly profile?: string | undefined;
}

/** Creates the context of one call. */
export function openShell(options: GlobalOptions, policy: Policy): Shell {
  const json = options.json === true;
  return {
    json,
    dataDir: options.dataDir,
    profile: options.profile,
    policy,
    show: (answer, text) => {
      process.stdout.write(`${json ? printed(answer) : text()}\n`);
    },
    say,
  };
}

/** Prints a sentence on stderr without control characters. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence.split('\n').map(clean).join('\n')}\n`);
}
