import { Command as Program, Option } from 'commander';
import type { Policy } from '#contract/managed.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { readManaged } from '#core/app/shell/managed.ts';
import { cabinetVersion } from '#core/app/shell/version.ts';
import { checkOptions } from './command.ts';
import type { Command, OptionSpec } from './command.ts';
import { commands } from './commands.ts';
import { EXIT } from './exitCodes.ts';
import { openShell } from './shell.ts';
import type { GlobalOptions } from './shell.ts';

const ABOUT = `Manage a furniture catalogue from the terminal, online or offline.

Kinds: ${KINDS.join(', ')}.
Exit codes: 0 done · 1 something needs attention · 2 invalid input, nothing
changed · 3 not signed in · 4 server unreachable · 5 internal.`;

const globals: z.ZodType<GlobalOptions> = z.object({
  json: z.boolean().optional(),
  // An empty variable in a script must select neither the current folder nor the default profile.
  dataDir: z.string().min(1, 'a folder').optional(),
  profile: z.string().min(1, 'a name').optional(),
});

/**
 * Creates the program.
 *
 * Each command passes its exit code to `done`.
 */
export function buildProgram(done: (exit: number) => void): Program {
  const program = new Program('cabinet')
    .description(ABOUT)
    .addOption(new Option('--data-dir <DIR>', 'folder of all profiles').env('CABINET_DATA_DIR'))
    .option('--profile <NAME>', 'profile to use; default "default"')
    .option('--json', 'answer with exactly one JSON document on stdout')
    .version(cabinetVersion(), '--version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ showGlobalOptions: true })
    // Errors are thrown, so that `--json` can answer them as a document.
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
  for (const each of commands) addCommand(program, each, done);
  return program;
}

function addCommand(program: Program, spec: Command, done: (exit: number) => void): void {
  const sub = program
    .command(spec.usage)
    .description(spec.about)
    .addHelpText('after', `\nExample:\n  ${spec.example}`);
  for (const each of spec.options ?? []) sub.addOption(optionOf(each));
  sub.action(async () => {
    const options: unknown = sub.optsWithGlobals();
    const policy = readManaged();
    const shell = openShell(checkOptions(globals, options), policy);
    done(exitUnder(policy, spec, await spec.run(shell, sub.args, options)));
  });
}

/**
 * Returns the exit code of a command.
 *
 * A success becomes `attention` while the managed file is not obeyed, so that jobs report it.
 */
export function exitUnder(policy: Policy, { aboutPolicy }: Command, exit: number): number {
  const isUnnoticed = exit === EXIT.done && policy.fault !== null && aboutPolicy !== true;
  return isUnnoticed ? EXIT.attention : exit;
}

function optionOf({ flags, about, many }: OptionSpec): Option {
  const option = new Option(flags, about);
  if (many !== true) return option;
  return option.argParser((value: string, before: readonly string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
}
