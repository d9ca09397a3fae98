import { commands } from '#cli/commands.ts';
import type { Command } from '#cli/command.ts';
import { EXIT, exitOfError } from '#cli/exitCodes.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { code, table } from './markdown.ts';

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done',
  attention:
    'something needs attention: refused, conflict, unknown, problems, a list not seen whole, a managed file that cannot be obeyed',
  invalid: 'invalid words or input; nothing was changed',
  signedOut: 'not signed in, or the session is over',
  unreachable: 'the service cannot be reached, or is none',
  internal: 'an error of Cabinet or of this computer, such as a full or read-only disk',
  busy: 'another Cabinet has the profile open; try again later',
  interrupted: 'ended by Ctrl+C',
};

const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  offline: 'the service cannot be reached',
  timeout: 'the service did not answer in time',
  'wrong-address': 'something else than the catalogue service answers at this address',
  untrusted: "the service's certificate is not trusted on this computer; nothing was sent",
  'client-certificate':
    'the service requires a client certificate, or refused it; nothing was applied',
  'wrong-credentials': 'the service does not accept the email or the password',
  unauthorized: 'nobody is signed in, or the session has ended',
  invalid: 'words or input that cannot be taken; `issues` names each place',
  'not-found': 'no such record, operation, file, backup or profile',
  ambiguous: 'several records have this code',
  'rejected-file': 'a file that cannot be uploaded',
  refused: 'the service said no',
  service: 'the service failed, or gave an answer that cannot be read',
  state: 'not possible as things stand',
  busy: 'another Cabinet has the profile open',
  damaged: 'a file of the profile is damaged',
  'disk-full': 'the disk is full',
  'disk-failed': 'the disk cannot be read or written, or a folder is read-only',
  cancelled: 'stopped by Ctrl+C or by a person',
  disconnected: 'the part of Cabinet that writes has stopped',
  internal: 'an error of Cabinet',
};

const ERRORS = `An error is the one document on stdout: \`{ "error": { "code", "message" } }\`, with these optional parts: \`issues\`
(a list of \`place\`, \`value\`, \`expected\`), \`why\` (a \`code\` and its \`params\`), \`status\` (the HTTP status) and \`answer\`
(the response of the service). A script decides by \`error.code\` or by the exit code; sentences may change.`;

const INTRODUCTION = `# The terminal

<!-- Written by \`npm run docs\` from the commands themselves. -->

\`cabinet\` does in scripts everything that the window does. In a checkout it is \`npm run -s cli --\`; for an
installed Cabinet see [the manual](administrators.en.md#the-terminal).`;

const GLOBAL = [
  [
    '`--data-dir <DIR>`',
    'folder of all profiles; else the variable `CABINET_DATA_DIR`; a managed `dataFolder` replaces both',
  ],
  ['`--profile <NAME>`', 'profile to use; without it `default`'],
  ['`--json`', 'exactly one JSON document on stdout; messages for people go to stderr'],
  ['`--version`', 'the version'],
  ['`-h`, `--help`', 'help, of a command with an example'],
];

/** Returns the terminal page, made from the definitions of its commands. */
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
    '## Errors with `--json`',
    ERRORS,
    table(
      ['`error.code`', 'exit code', 'meaning'],
      ERROR_CODES.map((each) => [code(each), String(exitOfError(each)), ERROR_MEANINGS[each]]),
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
