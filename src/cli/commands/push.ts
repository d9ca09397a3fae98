import { everyOperation } from '#contract/operationPages.ts';
import type { Operation } from '#contract/operations.ts';
import type { PushResult } from '#contract/procedures.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { command, noArgs } from '../command.ts';
import type { OptionSpec } from '../command.ts';
import { EXIT, exitOfError, NEEDY_STATES } from '../exitCodes.ts';
import { wholeNumber } from '../input/words.ts';
import { stoppable } from '../interrupt.ts';
import { nextStep, subject } from '../output/operation.ts';
import { clean, isoTime, localTime } from '../output/text.ts';
import { withProgress } from '../progress.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';

const DEFAULT_PATIENCE_S = 10;

/** The options that set how long a push waits. */
export const pushOptions: readonly OptionSpec[] = [
  { flags: '--wait', about: 'wait until all changes are sent' },
  {
    flags: '--patience <SECONDS>',
    about: `maximum waiting time for changes that must be sent later; default ${DEFAULT_PATIENCE_S}`,
  },
  { flags: '--quiet', about: 'show no progress' },
];
export const pushValues = z.object({
  wait: z.boolean().default(false),
  patience: wholeNumber(0, 86_400).default(DEFAULT_PATIENCE_S),
  quiet: z.boolean().default(false),
});
type PushValues = z.output<typeof pushValues>;

/** Sends the pending operations. */
export const pushCommand = command({
  usage: 'push',
  about: 'Send the pending changes and verify the result on the server.',
  example: 'cabinet push --wait',
  options: pushOptions,
  args: noArgs,
  values: pushValues,
  run: (shell, _args, values) =>
    withCore(shell, 'write', async (core) => {
      const { result, needy, exit } = await pushWith(shell, core, values);
      shell.show(pushAnswer(result), () => pushText(result, needy));
      return exit;
    }),
});

/** The result of a push: counts, operations that need a decision, and the exit code. */
export interface Pushed {
  readonly result: PushResult;
  readonly needy: readonly Operation[];
  readonly exit: number;
}

/** Runs a push that the user can stop, and prints why it ended early. */
export async function pushWith(shell: Shell, core: Core, values: PushValues): Promise<Pushed> {
  const patience = values.wait ? null : values.patience * 1000;
  const known = await learned(core);
  const { result, stopped } = await stoppable(shell, core, () =>
    withProgress(core, values.quiet, () => core.call('sync.push', { patience })),
  );
  for (const [sentence] of [...(await learned(core))].filter(
    ([each, at]) => known.get(each) !== at,
  ))
    shell.say(sentence);
  const needy = await everyOperation((page) =>
    core.call('outbox.list', { ...page, states: [...NEEDY_STATES] }),
  );
  if (result.stopped !== null) shell.say(result.stopped.text);
  return { result, needy, exit: stopped ? EXIT.interrupted : exitOf(result) };
}

/** Returns what trials have shown as sentences, each with its time. */
async function learned(core: Core): Promise<ReadonlyMap<string, number>> {
  const { facts } = await core.call('serviceFacts.list', {});
  return new Map(
    facts.flatMap((each): [string, number][] => {
      if (each.fact !== 'update') return [];
      const does = each.value === 'kept' ? 'keeps' : 'does not keep';
      const words = each.words === null ? '.' : `: ${clean(each.words)}`;
      return [[`The server ${does} changes of ${each.field} of ${each.kind}${words}`, each.at]];
    }),
  );
}

function exitOf({ stopped, refused, conflict, unknown }: PushResult): number {
  if (stopped !== null) return exitOfError(stopped.code);
  return refused + conflict + unknown > 0 ? EXIT.attention : EXIT.done;
}

/** Returns the counts of a push as its JSON answer. */
export function pushAnswer(result: PushResult) {
  return { ...result, nextAt: isoTime(result.nextAt) };
}

const COUNTS = [
  ['done', 'sent'],
  ['waiting', 'pending'],
  ['held', 'on hold'],
  ['unknown', 'outcome unknown'],
  ['refused', 'rejected by the server'],
  ['conflict', 'in conflict'],
] as const;

/**
 * Returns the counts of a push as text.
 *
 * Each operation that needs a decision has a line.
 */
export function pushText(result: PushResult, needy: readonly Operation[]): string {
  const counts = COUNTS.filter(([name]) => result[name] > 0 || name === 'done');
  const head = counts.map(([name, words]) => `${result[name]} ${words}`).join(', ');
  const next = result.nextAt === null ? '' : `\nNext attempt: ${localTime(result.nextAt)}.`;
  const lines = needy.map(
    (operation) =>
      `\n${operation.state} ${operation.action} ${subject(operation)}: ${clean(operation.reason?.text ?? '')}` +
      `\n  ${nextStep(operation)}`,
  );
  return `${head}.${next}${lines.join('')}`;
}
