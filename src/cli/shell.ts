import type { Policy } from '#contract/managed.ts';
import { clean, printed } from './output/text.ts';

/** What every command is given: how to answer, how to speak, and which profile is meant. */
export interface Shell {
  readonly json: boolean;
  readonly dataDir: string | undefined;
  readonly profile: string | undefined;
  /** What the managed file of this workstation decided. */
  readonly policy: Policy;
  /** Answers on stdout: the one JSON document with `--json`, else the text. */
  readonly show: (answer: object, text: () => string) => void;
  /** Tells a person something on stderr, which no script reads. */
  readonly say: (sentence: string) => void;
}

/** The global options as a person gave them. */
export interface GlobalOptions {
  readonly json?: boolean | undefined;
  readonly dataDir?: string | undefined;
  readonly profile?: string | undefined;
}

/** Makes the shell of one call. */
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

/** Writes a sentence to stderr, without anything that could steer the terminal. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence.split('\n').map(clean).join('\n')}\n`);
}
