import type { Status } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { command, noArgs, noOptions } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { noticeText } from '../output/noteText.ts';
import { pairs, table } from '../output/table.ts';
import { clean, isoTime, localTime } from '../output/text.ts';
import { missingKinds } from './pull.ts';
import { withCore } from '../withCore.ts';

/** Shows the state of the profile. */
export const statusCommand = command({
  usage: 'status',
  about: 'Show the account, the number of records and the pending changes of the profile.',
  example: 'cabinet status',
  args: noArgs,
  values: noOptions,
  run: async (shell) => {
    const status = await withCore(shell, 'look', (core) => core.call('status.get', {}));
    for (const notice of status.notices) shell.say(noticeText(notice));
    shell.show(answerOf(status), () => textOf(status));
    return EXIT.done;
  },
});

function answerOf({ profile, url, signedIn, lastPull, notOffered, counts, queue }: Status) {
  const times = Object.fromEntries(KINDS.map((kind) => [kind, isoTime(lastPull[kind])]));
  return { profile, url, signedIn, lastPull: times, ...missingKinds(notOffered), counts, queue };
}

function pulledAt({ lastPull, notOffered }: Status, kind: Kind): string {
  return notOffered.includes(kind) ? 'not offered by the server' : localTime(lastPull[kind]);
}

function textOf(status: Status): string {
  const { profile, url, email, signedIn, queue } = status;
  const account = url === null ? 'none yet' : `${url} as ${email ?? ''}`;
  const waiting = Object.entries(queue).filter(([, number]) => number > 0);
  const head = pairs([
    ['Profile', profile],
    ['Server', clean(account)],
    ['Signed in', signedIn ? 'yes' : 'no'],
    ['Outbox', waiting.map(([state, number]) => `${number} ${state}`).join(', ') || 'empty'],
  ]);
  const kinds = table(
    [{ title: 'kind' }, { title: 'records', right: true }, { title: 'updated' }],
    KINDS.map((kind) => ({
      cells: [kind, String(status.counts[kind]), pulledAt(status, kind)],
    })),
  );
  return `${head}\n\n${kinds}`;
}
