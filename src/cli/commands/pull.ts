import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { PullResult } from '#contract/procedures.ts';
import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { command } from '../command.ts';
import { EXIT, exitOfError } from '../exitCodes.ts';
import { kindWord } from '../input/words.ts';
import { stoppable } from '../interrupt.ts';
import { pullNoteText } from '../output/noteText.ts';
import { table } from '../output/table.ts';
import { withProgress } from '../progress.ts';
import type { Shell } from '../shell.ts';
import { withCore } from '../withCore.ts';

/** Pulls the catalogue into the mirror. */
export const pullCommand = command({
  usage: 'pull [KIND...]',
  about: `Refresh the local catalogue: all kinds or the given ones (${KINDS.join(', ')}).`,
  example: 'cabinet pull fittings materials',
  options: [{ flags: '--quiet', about: 'show no progress' }],
  args: z.array(kindWord),
  values: z.object({ quiet: z.boolean().default(false) }),
  run: async (shell, kinds, { quiet }) => {
    const { result, stopped } = await withCore(shell, 'write', (core) =>
      stoppable(shell, core, () => pullWith(core, kinds, quiet)),
    );
    tellNotes(shell, result);
    shell.show(pullAnswer(result), () => pullText(result));
    return stopped ? EXIT.interrupted : pullExit(result);
  },
});

/** Runs a pull with progress; no kinds means all. */
export function pullWith(core: Core, kinds: readonly Kind[], quiet: boolean): Promise<PullResult> {
  const input = kinds.length > 0 ? { kinds: [...kinds] } : {};
  return withProgress(core, quiet, () => core.call('sync.pull', input));
}

/** Prints the notes of a pull. */
export function tellNotes(shell: Shell, { notes, notOffered }: PullResult): void {
  for (const kind of notOffered)
    shell.say(`The server does not offer ${kind}. Records downloaded earlier are kept.`);
  for (const note of notes) shell.say(pullNoteText(note));
}

/** Returns the part of a JSON answer about missing kinds, which most services do not need. */
export function missingKinds(notOffered: readonly Kind[]) {
  return notOffered.length === 0 ? {} : { notOffered };
}

/** Returns a pull as its JSON answer. */
export function pullAnswer({ kinds, notes, notOffered }: PullResult) {
  return {
    kinds,
    ...missingKinds(notOffered),
    notes: notes.map((note) => ({ ...note, text: pullNoteText(note) })),
  };
}

/**
 * Returns the exit code of a pull.
 *
 * A script must learn that a pull was incomplete, and why.
 */
export function pullExit({ kinds, notes }: PullResult): number {
  for (const note of notes) if (note.code === 'broken') return exitOfError(note.error.code);
  const isWhole = Object.values(kinds).every(({ complete }) => complete);
  return isWhole ? EXIT.done : EXIT.attention;
}

/** Returns the counts of a pull as a table. */
export function pullText({ kinds }: PullResult): string {
  const numbers = ['total', 'added', 'updated', 'removed', 'unchanged'] as const;
  return table(
    [{ title: 'kind' }, ...numbers.map((title) => ({ title, right: true })), { title: 'complete' }],
    KINDS.flatMap((kind) => {
      const counts = kinds[kind];
      if (counts === undefined) return [];
      const cells = numbers.map((name) => String(counts[name]));
      return [{ cells: [kind, ...cells, counts.complete ? 'yes' : 'no'] }];
    }),
  );
}
