import { invalid } from '#contract/errors.ts';
import type { AgainNote } from '#contract/past.ts';
import type { Output, ProcedureName } from '#contract/procedures.ts';
import { show } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import { command, noOptions } from '../command.ts';
import type { Command } from '../command.ts';
import { exitOfState } from '../exitCodes.ts';
import { many, someText, splitPair } from '../input/words.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';

type Verb = 'retry' | 'discard' | 'hold' | 'release';

/** The four actions on one operation. */
export const actionCommands: readonly Command[] = [
  action('retry', 'Retry an operation with the next push.'),
  action('discard', 'Discard an operation. It is not sent.'),
  action('hold', 'Put a pending operation on hold until it is released.'),
  action('release', 'Resume an operation that is on hold.'),
];

function action(verb: Verb, about: string): Command {
  return command({
    usage: `${verb} <OPERATION>`,
    about,
    example: `cabinet ${verb} 019a9f3e-5b1c-7c3e-9f0a-1d2e3f405162`,
    args: z.tuple([someText]),
    values: noOptions,
    run: async (shell, [operation]) =>
      answer(
        shell,
        await withCore(shell, 'write', (core) =>
          core.call(`outbox.${verb}` satisfies ProcedureName, { operation }),
        ),
      ),
  });
}

const side = z.enum(['mine', 'theirs']);

/** Resolves a conflict by the user's choice. */
export const resolveCommand = command({
  usage: 'resolve <OPERATION>',
  about: 'Resolve a conflict for all fields or field by field.',
  example: 'cabinet resolve 019a9f3e-5b1c-7c3e-9f0a-1d2e3f405162 --field price=mine',
  options: [
    { flags: '--mine', about: 'use my values' },
    { flags: '--theirs', about: 'use the values of the server' },
    { flags: '--field <NAME=mine|theirs>', about: 'choice for one field', many: true },
  ],
  args: z.tuple([someText]),
  values: z.object({
    mine: z.boolean().default(false),
    theirs: z.boolean().default(false),
    field: many,
  }),
  run: async (shell, [operation], { mine, theirs, field }) => {
    if (mine === theirs && (mine || field.length === 0))
      throw invalid([
        {
          place: 'resolve',
          value: mine ? '--mine and --theirs' : 'no choice',
          expected: '--mine, --theirs or --field NAME=mine|theirs',
        },
      ]);
    const all = mine ? 'mine' : theirs ? 'theirs' : undefined;
    const fields = Object.fromEntries(field.map(readChoice));
    const result = await withCore(shell, 'write', (core) =>
      core.call('outbox.resolve', { operation, all, fields }),
    );
    const lost = result.notes?.map((note) => `\n${note.field ?? ''}: ${withoutCopy(note)}`) ?? [];
    return answer(shell, result, lost.join(''));
  },
});

function readChoice(text: string): [string, 'mine' | 'theirs'] {
  const pair = splitPair(text);
  const chosen = side.safeParse(pair?.[1]);
  if (pair !== null && chosen.success) return [pair[0], chosen.data];
  throw invalid([{ place: '--field', value: show(text), expected: 'NAME=mine or NAME=theirs' }]);
}

function withoutCopy({ value }: AgainNote): string {
  return `left out, because there is no copy of ${show(value ?? undefined)} on this computer.`;
}

function answer(shell: Shell, decided: Output<'outbox.resolve'>, more = ''): number {
  // `undo` itself lists the batches.
  const { group: _group, ...result } = decided;
  shell.show(result, () => `Operation ${result.operation} is now ${result.state}.${more}`);
  return exitOfState(result.state);
}
