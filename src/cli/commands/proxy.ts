import type { ProxyInfo } from '#contract/proxy.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { readPassword } from '../input/password.ts';
import { someText } from '../input/words.ts';
import { pairs } from '../output/table.ts';
import { clean } from '../output/text.ts';
import { withCore } from '../withCore.ts';

const ACTIONS = ['password', 'delete'] as const;

/**
 * Shows the proxy, or stores or deletes its password.
 *
 * The password comes from stdin or is asked for, never from an argument.
 */
export const proxyCommand = command({
  usage: 'proxy [ACTION]',
  about:
    'Show the proxy in use. “password” stores a password for it; it is read from stdin, or asked for in a terminal. “delete” removes it. The setting “proxy” chooses the proxy.',
  example: 'cabinet proxy password --user me --password-stdin',
  options: [
    { flags: '--user <NAME>', about: 'user at the proxy; default: the setting proxyUser' },
    { flags: '--password-stdin', about: 'read the password from stdin' },
  ],
  args: z.tuple([z.enum(ACTIONS, `one of ${ACTIONS.join(', ')}, or nothing`).optional()]),
  values: z.object({ user: someText.optional(), passwordStdin: z.boolean().default(false) }),
  run: async (shell, [action], { user, passwordStdin }) => {
    const info = await withCore(shell, 'create', (core) => {
      if (action === 'password') return storePassword(core, user, passwordStdin);
      return core.call(action === 'delete' ? 'proxy.forget' : 'proxy.get', {});
    });
    shell.show({ proxy: info }, () => textOf(info));
    return info.asks ? EXIT.attention : EXIT.done;
  },
});

async function storePassword(
  core: Core,
  named: string | undefined,
  fromStdin: boolean,
): Promise<ProxyInfo> {
  const known = await core.call('proxy.get', {});
  const user = named ?? known.user;
  const expected = 'the password on stdin with --password-stdin';
  const password = await readPassword({ fromStdin, of: user, expected });
  return core.call('proxy.signIn', { user, password });
}

function textOf({ address, user, hasPassword, asks }: ProxyInfo): string {
  const password = asks ? 'required by the proxy' : hasPassword ? 'stored' : 'none';
  return pairs([
    ['Proxy', clean(address ?? 'none, connections are direct')],
    ['User', clean(user)],
    ['Password', password],
  ]);
}
