import { commands } from '#cli/commands.ts';
import type { Command } from '#cli/command.ts';
import { EXIT } from '#cli/exitCodes.ts';
import { code, table } from './markdown.ts';

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done',
  attention:
    'something needs attention: refused, conflict, unknown, problems, a list not seen whole, a managed file that cannot be obeyed',
  invalid: 'invalid words or input; nothing was changed',
  signedOut: 'not signed in, or the session is over',
  unreachable: 'the service cannot be reached, or is none',
  internal: 'an error of Cabinet or of this computer: profile in use, disk full',
  interrupted: 'ended by Ctrl+C',
};

const INTRODUCTION = `# The terminal

<!-- Written by \`npm run docs\` from the commands themselves. -->

\`cabinet\` does for scripts what the window does for people. From a checkout it is \`npm run -s cli --\`; of an
installed Cabinet see [for administrators](administrators.en.md#the-terminal-and-scheduled-jobs).`;

const GLOBAL = [
  [
    '`--data-dir <DIR>`',
    'folder of all profiles; else the variable `CABINET_DATA_DIR`; a managed `dataFolder` replaces both',
  ],
  ['`--profile <NAME>`', 'profile to use; without it `default`'],
  ['`--json`', 'exactly one JSON document on stdout; what is said to people goes to stderr'],
  ['`--version`', 'the version'],
  ['`-h`, `--help`', 'help, of a command with an example'],
];

/** The page of the terminal, from the definitions of its commands. */
export function terminalPage(): string {
  return [
    INTRODUCTION,
    '## With every command',
    table(['option', 'meaning'], GLOBAL),
    '## Exit codes',
    table(
      ['code', 'meaning'],
      Object.entries(EXIT).map(([name, exit]) => [
        String(exit),
        MEANINGS[name as keyof typeof EXIT],
      ]),
    ),
    '## Commands',
    ...commands.map(section),
  ].join('\n\n');
}

function section({ usage, about, example, details, options = [] }: Command): string {
  const rows = options.map(({ flags, about: meaning, many }) => [
    code(flags),
    many === true ? `${meaning} (may be repeated)` : meaning,
  ]);
  return [
    `### ${usage.split(' ', 1)[0] ?? ''}`,
    `\`cabinet ${usage}\``,
    about,
    ...(details === undefined ? [] : [details]),
    ...(rows.length === 0 ? [] : [table(['option', 'meaning'], rows)]),
    `\`\`\`sh\n${example}\n\`\`\``,
  ].join('\n\n');
}
