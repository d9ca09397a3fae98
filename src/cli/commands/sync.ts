import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { PullResult } from '#contract/procedures.ts';
import type { Core } from '#core/app/core.ts';
import { command, noArgs } from '../command.ts';
import { EXIT, exitOfError } from '../exitCodes.ts';
import { stoppable } from '../interrupt.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';
import { pullAnswer, pullExit, pullText, pullWith, tellNotes } from './pull.ts';
import { pushAnswer, pushOptions, pushText, pushValues, pushWith } from './push.ts';

/** Sends the pending operations, then pulls. */
export const syncCommand = command({
  usage: 'sync',
  about: 'Send the pending changes, then refresh the local catalogue.',
  example: 'cabinet sync',
  options: pushOptions,
  args: noArgs,
  values: pushValues,
  run: (shell, _args, values) =>
    withCore(shell, 'write', async (core) => {
      const pushed = await pushWith(shell, core, values);
      const isOver = pushed.result.stopped !== null || pushed.exit === EXIT.interrupted;
      const pulled = isOver ? NOT_PULLED : await pullAfter(shell, core, values.quiet);
      const push = pushAnswer(pushed.result);
      shell.show(answerOf(push, pulled), () =>
        [
          pushText(pushed.result, pushed.needy),
          ...(pulled.result === null ? [] : [pullText(pulled.result)]),
        ].join('\n\n'),
      );
      return pulled.exit === EXIT.done ? pushed.exit : pulled.exit;
    }),
});

interface Pulled {
  readonly result: PullResult | null;
  readonly error: AppError | null;
  readonly exit: number;
}
const NOT_PULLED: Pulled = { result: null, error: null, exit: EXIT.done };

// The result of the push must be printed even when the pull fails.
async function pullAfter(shell: Shell, core: Core, quiet: boolean): Promise<Pulled> {
  try {
    const { result, stopped } = await stoppable(shell, core, () => pullWith(core, [], quiet));
    tellNotes(shell, result);
    return { result, error: null, exit: stopped ? EXIT.interrupted : pullExit(result) };
  } catch (thrown) {
    const error = asAppError(thrown);
    shell.say(error.message);
    return { result: null, error, exit: exitOfError(error.code) };
  }
}

function answerOf(push: object, { result, error }: Pulled) {
  const pull = result === null ? null : pullAnswer(result);
  return error === null ? { push, pull } : { push, pull, error: error.toData() };
}
