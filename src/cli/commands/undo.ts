import { z } from '#contract/zod.ts';
import type { Core } from '#core/app/core.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { someText } from '../input/words.ts';
import { issuesOf, previewText, withChangesetProgress } from '../productDraft.ts';
import { withCore } from '../withCore.ts';

/** Undoes the latest batch, sent or not. */
export const undoCommand = command({
  usage: 'undo [GROUP]',
  about: 'Undo the latest edit, bulk change or import, or the given one, sent or not.',
  example: 'cabinet undo --dry-run',
  options: [
    { flags: '--dry-run', about: 'preview only, change nothing' },
    { flags: '--also-changed', about: 'also restore values that were changed later' },
  ],
  args: z.union([z.tuple([]), z.tuple([someText])]),
  values: z.object({ dryRun: z.boolean().optional(), alsoChanged: z.boolean().optional() }),
  run: async (shell, [group], { dryRun, alsoChanged }) => {
    const done = await withCore(shell, 'write', async (core) => {
      const plan = await withChangesetProgress(core, shell, () =>
        core.call('undo.plan', { group }),
      );
      const { plan: id } = plan;
      if (alsoChanged === true)
        await core.call('changesets.tick', { plan: id, ticked: true, outcomes: ['kept'] });
      const text = await previewText(core, plan);
      const queued =
        dryRun === true
          ? null
          : await withChangesetProgress(core, shell, () =>
              core.call('changesets.queue', { plan: id }),
            );
      const older = queued?.group === null ? await olderThan(core, group) : null;
      return { plan, queued, text, errors: await issuesOf(core, id), older };
    });
    const { plan, queued, text, errors, older } = done;
    const { counts, label } = plan;
    const also = alsoChanged === true ? counts.kept : 0;
    const kept = counts.kept - also;
    const restored = queued?.queued ?? counts.changed + counts.new + also;
    shell.show(
      { undoes: label.of ?? null, restored, kept, errors, group: queued?.group ?? null, older },
      () =>
        `${text}\n\n${queued === null ? 'Nothing was changed.' : `Undone: ${restored}.`}` +
        (older === null ? '' : `\nPrevious: cabinet undo ${older}`),
    );
    return kept > 0 || errors.length > 0 ? EXIT.attention : EXIT.done;
  },
});

/**
 * Returns the id of the batch before the latest.
 *
 * Used when nothing of the latest one could be undone, so that it stays the latest.
 */
async function olderThan(core: Core, group: string | undefined): Promise<string | null> {
  if (group !== undefined) return null;
  const { undo } = await core.call('groups.next', {});
  if (undo === null) return null;
  return (await core.call('groups.next', { except: [undo.id] })).undo?.id ?? null;
}
