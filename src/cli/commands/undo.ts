import { z } from '#contract/zod.ts';
import { command } from '../command.ts';
import { EXIT } from '../exitCodes.ts';
import { someText } from '../input/words.ts';
import { issuesOf, previewText, withPlanProgress } from '../plan.ts';
import { withCore } from '../withCore.ts';

/** Takes back what was queued together last, sent or not. */
export const undoCommand = command({
  usage: 'undo [GROUP]',
  about: 'Take back the newest edit, bulk change or import, or a named one, sent or not.',
  example: 'cabinet undo --dry-run',
  options: [
    { flags: '--dry-run', about: 'show what would be restored, change nothing' },
    { flags: '--also-changed', about: 'restore also what was changed since' },
  ],
  args: z.union([z.tuple([]), z.tuple([someText])]),
  values: z.object({ dryRun: z.boolean().optional(), alsoChanged: z.boolean().optional() }),
  run: async (shell, [group], { dryRun, alsoChanged }) => {
    const { plan, queued, text, errors } = await withCore(shell, 'write', async (core) => {
      const plan = await withPlanProgress(core, shell, () => core.call('undo.plan', { group }));
      const { plan: id } = plan;
      if (alsoChanged === true)
        await core.call('plans.tick', { plan: id, ticked: true, outcomes: ['kept'] });
      const text = await previewText(core, plan);
      const queued =
        dryRun === true
          ? null
          : await withPlanProgress(core, shell, () => core.call('plans.queue', { plan: id }));
      return { plan, queued, text, errors: await issuesOf(core, id) };
    });
    const { counts, label } = plan;
    const also = alsoChanged === true ? counts.kept : 0;
    const kept = counts.kept - also;
    const restored = queued?.queued ?? counts.changed + counts.new + also;
    shell.show(
      { undoes: label.of ?? null, restored, kept, errors, group: queued?.group ?? null },
      () => `${text}\n\n${queued === null ? 'Nothing was changed.' : `Took back ${restored}.`}`,
    );
    return kept > 0 || errors.length > 0 ? EXIT.attention : EXIT.done;
  },
});
