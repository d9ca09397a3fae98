import { invalid } from '#contract/errors.ts';
import type { Policy } from '#contract/managed.ts';
import { z } from '#contract/zod.ts';
import { takeGivenPassword } from '#core/app/shell/givenPassword.ts';
import { command, noArgs, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { readPassword } from '../input/password.ts';
import { someText } from '../input/words.ts';
import { withCore } from '../withCore.ts';

/** Read before any command: a browser started later would inherit the environment. */
const given = takeGivenPassword();

/**
 * Signs in.
 *
 * The password comes from the environment or stdin, never from an argument.
 */
export const loginCommand = command({
  usage: 'login',
  about:
    'Sign in to a server. The password is read from CABINET_PASSWORD or stdin, or asked for in a terminal.',
  example: 'cabinet login --url https://server.example --email me@example.com --password-stdin',
  options: [
    { flags: '--url <URL>', about: 'server address; default: the one in the managed file' },
    { flags: '--email <EMAIL>', about: 'e-mail of the account' },
    { flags: '--password-stdin', about: 'read the password from stdin' },
    { flags: '--allow-http', about: 'allow an http address; the password is sent unencrypted' },
  ],
  args: noArgs,
  values: z.object({
    url: someText.optional(),
    email: z.string('the email of the account').pipe(someText),
    passwordStdin: z.boolean().default(false),
    allowHttp: z.boolean().default(false),
  }),
  run: async (shell, _args, { url: named, email, passwordStdin, allowHttp: unencrypted }) => {
    const url = addressOf(named, shell.policy);
    const password = await readPassword({
      fromStdin: passwordStdin,
      given,
      of: email,
      expected: 'the password in CABINET_PASSWORD, or --password-stdin',
    });
    const account = await withCore(shell, 'create', (core) =>
      core.call('session.login', { url, email, password, unencrypted }),
    );
    shell.show(account, () => `Signed in to ${account.url} as ${account.email}.`);
    return EXIT.done;
  },
});

/** Returns the address to sign in to: the given one, otherwise the managed one. */
export function addressOf(named: string | undefined, { managed }: Policy): string {
  const url = named ?? managed.service?.url;
  if (url !== undefined) return url;
  throw invalid([{ place: '--url', value: 'missing', expected: 'the server address' }]);
}

/** Ends the session; the outbox stays. */
export const logoutCommand = command({
  usage: 'logout',
  about: 'Sign out. Pending changes and the local catalogue stay on this computer.',
  example: 'cabinet logout',
  args: noArgs,
  values: noOptions,
  run: async (shell) => {
    const account = await withCore(shell, 'write', (core) => core.call('session.logout', {}));
    shell.show(account, () => 'Signed out.');
    return EXIT.done;
  },
});
